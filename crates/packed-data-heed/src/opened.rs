//! What tables in a transaction need of a table that was opened.

use heed::Database;
use heed::types::Bytes;
use packed_data::view::Lookup;
use packed_data::{Layout, Packable};
use packed_data_store::{Definition, Key, Policy};

use crate::error::Error;

/// The database with the records of a table.
pub(crate) type Values<'e> = Database<'e, Bytes, Bytes>;

/// A table that was opened.
pub(crate) struct Opened<K, T: ?Sized, L, P> {
    pub(crate) definition: Definition<K, T, L, P>,
    /// The database of the table that `definition` names.
    pub(crate) values: Values<'static>,
    /// The limit on stored keys in bytes.
    pub(crate) max_key: usize,
}

impl<K: Key, T: Packable + ?Sized, L: Layout, P: Policy> Opened<K, T, L, P> {
    /// Returns the bytes of a key.
    pub(crate) fn encode_key<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Vec<u8>, Error> {
        let key = self.definition.encode_key(key)?;
        self.require_size(key.len())?;
        Ok(key)
    }

    /// Fails if LMDB does not take keys of that size.
    pub(crate) fn require_size(&self, bytes: usize) -> Result<(), Error> {
        let limit = self.max_key;
        if (1..=limit).contains(&bytes) {
            return Ok(());
        }
        Err(Error::KeySize { table: self.definition.name().into(), bytes, limit })
    }
}
