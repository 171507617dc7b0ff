//! Tables in a write transaction.

use packed_data::packed::Buffer;
use packed_data::view::Lookup;
use packed_data::{Layout, Packable, Packed};
use packed_data_store::{Definition, Key, Policy};
use redb::ReadableTable;

use crate::error::{Error, failed};
use crate::record::{Record, StoredKey, StoredValue};
use crate::value::{KeyBytes, PackedValue, Stored};

/// A table in a write transaction. Other transactions see what this one writes only after it is committed; if it is
/// not, nothing is kept.
pub struct WriteTable<'t, K, T: Packable + ?Sized + 'static, L: Layout, P> {
    definition: &'t Definition<K, T, L, P>,
    /// The table of the definition.
    table: redb::Table<'t, KeyBytes, PackedValue<T, L>>,
}

impl<'t, K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> WriteTable<'t, K, T, L, P> {
    pub(crate) fn new(
        definition: &'t Definition<K, T, L, P>,
        table: redb::Table<'t, KeyBytes, PackedValue<T, L>>,
    ) -> Self {
        Self { definition, table }
    }

    /// Packs a value and inserts it. Returns whether it replaced another one with this key.
    ///
    /// # Errors
    ///
    /// The key or the value exceeds the limits, or the database fails.
    pub fn insert<Q, V>(&mut self, key: &Q, value: &V) -> Result<bool, Error>
    where
        Q: Lookup<K::As> + ?Sized,
        V: Packable<As = T::As> + ?Sized,
    {
        let value = self.definition.pack(value)?;
        self.insert_packed(key, &value)
    }

    /// Inserts a value that is packed already. Returns whether it replaced another one with this key.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn insert_packed<Q, V, B>(&mut self, key: &Q, value: &Packed<V, L, B>) -> Result<bool, Error>
    where
        Q: Lookup<K::As> + ?Sized,
        V: Packable<As = T::As> + ?Sized,
        B: Buffer,
    {
        let key = self.definition.encode_key(key)?;
        let value = value.as_slice().cast::<T>();
        let replaced = self.table.insert(key.as_slice(), Stored::from(&value)).map_err(failed)?;
        Ok(replaced.is_some())
    }

    /// Removes the record with a key. Returns whether there was one.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn remove<Q: Lookup<K::As> + ?Sized>(&mut self, key: &Q) -> Result<bool, Error> {
        let key = self.definition.encode_key(key)?;
        Ok(self.table.remove(key.as_slice()).map_err(failed)?.is_some())
    }

    /// Finds the record with a key, as this transaction has written it.
    ///
    /// # Errors
    ///
    /// The key exceeds the limits, or the database fails.
    pub fn get<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Option<Record<'_, K, T, L, P>>, Error> {
        let key = self.definition.encode_key(key)?;
        let found = self.table.get(key.as_slice()).map_err(failed)?;
        let record = |value| Record::new(self.definition, StoredKey::Encoded(key), StoredValue::Borrowed(value));
        Ok(found.map(record))
    }

    /// Finds the record with the least key.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn first(&self) -> Result<Option<Record<'_, K, T, L, P>>, Error> {
        Ok(self.table.first().map_err(failed)?.map(|found| self.record(found)))
    }

    /// Finds the record with the greatest key.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn last(&self) -> Result<Option<Record<'_, K, T, L, P>>, Error> {
        Ok(self.table.last().map_err(failed)?.map(|found| self.record(found)))
    }

    fn record<'a>(
        &'a self,
        (key, value): (redb::AccessGuard<'a, KeyBytes>, redb::AccessGuard<'a, PackedValue<T, L>>),
    ) -> Record<'a, K, T, L, P> {
        Record::new(self.definition, StoredKey::Borrowed(key), StoredValue::Borrowed(value))
    }
}
