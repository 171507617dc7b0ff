//! Tables in a transaction that reads.

use std::ops::{Bound, RangeBounds};

use heed::types::Bytes;
use heed::{RoRange, RoRevRange, RoTxn};
use packed_data::view::Lookup;
use packed_data::{Layout, Packable};
use packed_data_store::{EncodedRange, Key, Policy, encode_range};

use crate::error::Error;
use crate::opened::Opened;
use crate::record::Record;

/// A table as a transaction sees it.
pub struct ReadTable<'t, K, T: ?Sized, L, P> {
    table: &'t Opened<K, T, L, P>,
    transaction: &'t RoTxn<'t>,
}

impl<'t, K: Key, T: Packable + ?Sized, L: Layout, P: Policy> ReadTable<'t, K, T, L, P> {
    pub(crate) fn new(table: &'t Opened<K, T, L, P>, transaction: &'t RoTxn<'t>) -> Self {
        Self { table, transaction }
    }

    /// Finds the record with a key. The key may be a borrowed form of the key type ([`Lookup`]): `str` for `String`,
    /// `(&str, u8)` for `(String, u8)`.
    ///
    /// # Errors
    ///
    /// The key cannot be packed or is too large, or the database fails. (The value is checked by [`Record::value`].)
    pub fn get<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<Option<Record<'t, K, T, L, P>>, Error> {
        let key = self.table.encode_key(key)?;
        let found = self.table.values.get(self.transaction, &key)?;
        Ok(found.map(|value| Record::new(&self.table.definition, key.into(), value)))
    }

    /// Returns all records, in the order of the keys.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn iter(&self) -> Result<Records<'t, K, T, L, P>, Error> {
        self.records((Bound::Unbounded, Bound::Unbounded))
    }

    /// Returns the records whose keys are in a range, in the order of the keys.
    ///
    /// # Errors
    ///
    /// The bounds are in another order as keys than by `Ord` ([`Error::Range`]; see [`Key`]), or the database fails.
    pub fn range<Q: Packable + Lookup<K::As> + Ord>(
        &self,
        range: impl RangeBounds<Q>,
    ) -> Result<Records<'t, K, T, L, P>, Error> {
        self.records(encode_range(&range).map_err(|error| Error::Range(error.into()))?)
    }

    /// Returns the records whose keys are in a range, from the greatest key to the least.
    ///
    /// # Errors
    ///
    /// As for [`range`](Self::range).
    pub fn rev_range<Q: Packable + Lookup<K::As> + Ord>(
        &self,
        range: impl RangeBounds<Q>,
    ) -> Result<RevRecords<'t, K, T, L, P>, Error> {
        let bounds = encode_range(&range).map_err(|error| Error::Range(error.into()))?;
        let range = match self.in_lmdb(&bounds)? {
            Some(bounds) => Some(self.table.values.rev_range(self.transaction, &bounds)?),
            None => None,
        };
        Ok(RevRecords { table: self.table, range })
    }

    fn records(&self, bounds: EncodedRange) -> Result<Records<'t, K, T, L, P>, Error> {
        let range = match self.in_lmdb(&bounds)? {
            Some(bounds) => Some(self.table.values.range(self.transaction, &bounds)?),
            None => None,
        };
        Ok(Records { table: self.table, range })
    }

    /// Returns bounds that LMDB takes; `None` for the empty range, which [`encode_range`] ends at a key of no bytes.
    fn in_lmdb<'b>(&self, bounds: &'b EncodedRange) -> Result<Option<(Bound<&'b [u8]>, Bound<&'b [u8]>)>, Error> {
        if matches!(&bounds.1, Bound::Excluded(key) if key.is_empty()) {
            return Ok(None);
        }
        for bound in [&bounds.0, &bounds.1] {
            if let Bound::Included(key) | Bound::Excluded(key) = bound {
                self.table.require_size(key.len())?;
            }
        }
        Ok(Some((bounds.0.as_ref().map(Vec::as_slice), bounds.1.as_ref().map(Vec::as_slice))))
    }

    /// Returns the number of records.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn len(&self) -> Result<u64, Error> {
        Ok(self.table.values.len(self.transaction)?)
    }

    /// Returns whether there are no records.
    ///
    /// # Errors
    ///
    /// The database fails.
    pub fn is_empty(&self) -> Result<bool, Error> {
        Ok(self.table.values.is_empty(self.transaction)?)
    }
}

/// Records in the order of their keys.
pub struct Records<'t, K, T: ?Sized, L, P> {
    table: &'t Opened<K, T, L, P>,
    range: Option<RoRange<'t, Bytes, Bytes>>,
}

/// Records from the greatest key to the least.
pub struct RevRecords<'t, K, T: ?Sized, L, P> {
    table: &'t Opened<K, T, L, P>,
    range: Option<RoRevRange<'t, Bytes, Bytes>>,
}

/// Returns the record that was found.
fn record<'t, K: Key, T: Packable + ?Sized, L: Layout, P: Policy>(
    table: &'t Opened<K, T, L, P>,
    found: heed::Result<(&'t [u8], &'t [u8])>,
) -> Result<Record<'t, K, T, L, P>, Error> {
    let (key, value) = found?;
    Ok(Record::new(&table.definition, key.into(), value))
}

impl<'t, K: Key, T: Packable + ?Sized, L: Layout, P: Policy> Iterator for Records<'t, K, T, L, P> {
    type Item = Result<Record<'t, K, T, L, P>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(record(self.table, self.range.as_mut()?.next()?))
    }
}

impl<'t, K: Key, T: Packable + ?Sized, L: Layout, P: Policy> Iterator for RevRecords<'t, K, T, L, P> {
    type Item = Result<Record<'t, K, T, L, P>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(record(self.table, self.range.as_mut()?.next()?))
    }
}
