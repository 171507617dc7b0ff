//! Tables in a write transaction.

use heed::RwTxn;
use packed_data::packed::Buffer;
use packed_data::view::Lookup;
use packed_data::{Layout, Packable, Packed};
use packed_data_store::{Key, Policy};

use crate::error::Error;
use crate::opened::Opened;
use crate::record::Record;

/// A table in a write transaction. Other transactions see what this one writes only after it is committed; if it is
/// not, nothing is kept. (To read ranges of it, use [`PackedTable::read`](crate::PackedTable::read) with the
/// transaction.)
pub struct WriteTable<'t, 'e, K, T: ?Sized, L, P> {
    table: &'t Opened<K, T, L, P>,
    transaction: &'t mut RwTxn<'e>,
}

impl<'t, 'e, K: Key, T: Packable + ?Sized, L: Layout, P: Policy> WriteTable<'t, 'e, K, T, L, P> {
    pub(crate) fn new(table: &'t Opened<K, T, L, P>, transaction: &'t mut RwTxn<'e>) -> Self {
        Self { table, transaction }
    }

    /// Packs a value and inserts it. It replaces another one with this key.
    ///
    /// # Errors
    ///
    /// The key or the value exceeds the limits, or the database fails.
    pub fn insert<Q, V>(&mut self, key: &Q, value: &V) -> Result<(), Error>
    where
        Q: Lookup<K::As> + ?Sized,
        V: Packable<As = T::As> + ?Sized,
    {
        let value = self.table.definition.pack(value)?;
        self.insert_packed(key, &value)
    }

    /// Inserts a value that is packed already. It replaces another one with this key.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn insert_packed<Q, V, B>(&mut self, key: &Q, value: &Packed<V, L, B>) -> Result<(), Error>
    where
        Q: Lookup<K::As> + ?Sized,
        V: Packable<As = T::As> + ?Sized,
        B: Buffer,
    {
        let key = self.table.encode_key(key)?;
        Ok(self.table.values.put(self.transaction, &key, value.as_bytes())?)
    }

    /// Removes the record with a key. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn remove<Q: Lookup<K::As> + ?Sized>(&mut self, key: &Q) -> Result<bool, Error> {
        let key = self.table.encode_key(key)?;
        Ok(self.table.values.delete(self.transaction, &key)?)
    }

    /// Finds the record with a key, as this transaction has written it.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn get<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Option<Record<'_, K, T, L, P>>, Error> {
        let key = self.table.encode_key(key)?;
        let found = self.table.values.get(self.transaction, &key)?;
        Ok(found.map(|value| Record::new(&self.table.definition, key.into(), value)))
    }
}
