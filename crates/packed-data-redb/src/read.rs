//! Tables in a read transaction.

use std::ops::RangeBounds;

use packed_data::view::Lookup;
use packed_data::{Layout, Packable};
use packed_data_store::{Definition, Key, Policy, encode_range};
use redb::{OwnedRange, ReadOnlyTable, ReadableTableMetadata};

use crate::error::{Error, failed};
use crate::record::{Page, Record, StoredKey, StoredValue};
use crate::value::{KeyBytes, PackedValue};

/// A table as it was when a read transaction began.
///
/// It keeps the transaction, so it may be kept as long as a program likes; until it is dropped, the database does not
/// reuse pages that were freed since.
pub struct ReadTable<K, T: Packable + ?Sized + 'static, L: Layout, P> {
    definition: Definition<K, T, L, P>,
    /// The table of the definition.
    table: ReadOnlyTable<KeyBytes, PackedValue<T, L>>,
}

impl<K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> ReadTable<K, T, L, P> {
    pub(crate) fn new(definition: &Definition<K, T, L, P>, table: ReadOnlyTable<KeyBytes, PackedValue<T, L>>) -> Self {
        Self { definition: definition.clone(), table }
    }

    /// Finds the record with a key. The key may be a borrowed form of the key type ([`Lookup`]): `str` for `String`,
    /// `(&str, u8)` for `(String, u8)`.
    ///
    /// # Errors
    ///
    /// The key cannot be packed, or the database fails. (The value is checked by [`Record::value`].)
    pub fn get<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Option<Record<'_, K, T, L, P>>, Error> {
        let key = self.definition.encode_key(key)?;
        let found = self.table.get_owned(key.as_slice()).map_err(failed)?;
        let record = |value| Record::new(&self.definition, StoredKey::Encoded(key), StoredValue::Owned(value));
        Ok(found.map(record))
    }

    /// Finds the value with a key, as bytes that may outlive the table. They are not checked.
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data::packed::OwnedBuffer;
    /// use packed_data_redb::PackedTable;
    /// # use redb::ReadableDatabase;
    /// # let database = redb::Database::builder().create_with_backend(redb::backends::InMemoryBackend::new())?;
    /// # let words = PackedTable::<u32, String>::create(&database, "words")?;
    /// # let transaction = database.begin_write()?;
    /// # words.write(&transaction)?.insert(&1, "to")?;
    /// # transaction.commit()?;
    ///
    /// let page = words.read(&database.begin_read()?)?.get_page(&1)?.unwrap();
    /// let word: Packed<String, packed_data::Indexed, _> = Packed::from_bytes(OwnedBuffer::new(page))?;
    /// assert_eq!(word.view(), "to");
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`get`](Self::get).
    pub fn get_page<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Option<Page<T, L>>, Error> {
        let key = self.definition.encode_key(key)?;
        Ok(self.table.get_owned(key.as_slice()).map_err(failed)?.map(Page))
    }

    /// Returns all records, in the order of the keys.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn iter(&self) -> Result<Records<'_, K, T, L, P>, Error> {
        let range = self.table.range_owned::<KeyBytes>(..).map_err(failed)?;
        Ok(Records { definition: &self.definition, range })
    }

    /// Returns the records whose keys are in a range, in the order of the keys.
    ///
    /// # Errors
    ///
    /// The bounds are in another order as keys than by `Ord` ([`Error::Range`]; see [`Key`]), or the database fails.
    pub fn range<Q: Packable + Lookup<K::As> + Ord>(
        &self,
        range: impl RangeBounds<Q>,
    ) -> Result<Records<'_, K, T, L, P>, Error> {
        let (start, end) = encode_range(&range).map_err(|error| Error::Range(error.into()))?;
        let bounds = (start.as_ref().map(Vec::as_slice), end.as_ref().map(Vec::as_slice));
        let range = self.table.range_owned::<&[u8]>(bounds).map_err(failed)?;
        Ok(Records { definition: &self.definition, range })
    }

    /// Returns the number of records.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn len(&self) -> Result<u64, Error> {
        self.table.len().map_err(failed)
    }

    /// Returns whether there are no records.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn is_empty(&self) -> Result<bool, Error> {
        self.table.is_empty().map_err(failed)
    }
}

/// Records in the order of their keys.
pub struct Records<'d, K, T: Packable + ?Sized + 'static, L: Layout, P> {
    definition: &'d Definition<K, T, L, P>,
    range: OwnedRange<KeyBytes, PackedValue<T, L>>,
}

type Found<T, L> = redb::Result<(redb::OwnedAccessGuard<KeyBytes>, redb::OwnedAccessGuard<PackedValue<T, L>>)>;

impl<'d, K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> Records<'d, K, T, L, P> {
    fn record(&self, found: Found<T, L>) -> Result<Record<'d, K, T, L, P>, Error> {
        let (key, value) = found.map_err(failed)?;
        Ok(Record::new(self.definition, StoredKey::Owned(key), StoredValue::Owned(value)))
    }
}

impl<'d, K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> Iterator for Records<'d, K, T, L, P> {
    type Item = Result<Record<'d, K, T, L, P>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let found = self.range.next()?;
        Some(self.record(found))
    }
}

impl<K: Key, T: Packable + ?Sized + 'static, L: Layout, P: Policy> DoubleEndedIterator for Records<'_, K, T, L, P> {
    fn next_back(&mut self) -> Option<Self::Item> {
        let found = self.range.next_back()?;
        Some(self.record(found))
    }
}
