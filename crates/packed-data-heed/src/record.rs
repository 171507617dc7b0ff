//! Records: a key and a value, in the memory map.

use std::borrow::Cow;

use packed_data::{Layout, Packable, Packed};
use packed_data_store::{Definition, Key, Policy};

use crate::error::Error;

/// A record in the memory map of the database, borrowed from a transaction.
pub struct Record<'t, K, T: ?Sized, L, P> {
    definition: &'t Definition<K, T, L, P>,
    key: Cow<'t, [u8]>,
    value: &'t [u8],
}

impl<'t, K: Key, T: Packable + ?Sized, L: Layout, P: Policy> Record<'t, K, T, L, P> {
    /// Returns a record of the table of this definition.
    pub(crate) fn new(definition: &'t Definition<K, T, L, P>, key: Cow<'t, [u8]>, value: &'t [u8]) -> Self {
        Self { definition, key, value }
    }

    /// Reads the key.
    ///
    /// # Errors
    ///
    /// The bytes are not a key: they were damaged, or put there through heed's interface.
    pub fn key(&self) -> Result<K, Error> {
        self.definition.key(&self.key)
    }

    /// Returns the value, in the memory map, checked as the policy says.
    ///
    /// # Errors
    ///
    /// The value is not valid. The error has the table, the key, the byte and the field.
    pub fn value(&self) -> Result<Packed<T, L, &'t [u8]>, Error> {
        // SAFETY: records are made only by a `ReadTable` or a `WriteTable`, of values of the table of the definition.
        // If the policy scans, `PackedTable::with_policy` has checked all values before it made that definition.
        unsafe { self.definition.value(&self.key, self.value) }
    }

    /// Returns the bytes of the value, which are not checked.
    pub fn as_bytes(&self) -> &'t [u8] {
        self.value
    }

    /// Returns the bytes of the key, whose order is that of the table.
    pub fn key_bytes(&self) -> &[u8] {
        &self.key
    }

    /// Checks the key and the value, whatever the policy; returns the size of the value in bytes.
    pub(crate) fn check(&self) -> Result<usize, Error> {
        self.key()?;
        Ok(self.definition.check(&self.key, self.value)?.as_bytes().len())
    }
}
