//! What is known of a block of a file without reading its payload.

use std::io;
use std::ops::Range;

use packed_data::stream::block::BlockHeader;

use crate::source::Source;

/// A block of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Entry {
    /// Where its header begins.
    pub(crate) offset: u64,
    pub(crate) first: u64,
    pub(crate) stored: u64,
    pub(crate) length: u64,
    pub(crate) checksum: u64,
    pub(crate) records: u32,
    pub(crate) kind: u8,
    pub(crate) compression: u8,
    pub(crate) form: u8,
    /// The least and the greatest key of its records.
    pub(crate) keys: Option<(u128, u128)>,
}

impl Entry {
    pub(crate) fn new(offset: u64, header: &BlockHeader, keys: Option<[u128; 2]>) -> Self {
        let BlockHeader { first, stored, length, checksum, records, kind, compression, form, .. } = *header;
        let keys = keys.map(|[least, greatest]| (least, greatest));
        Self { offset, first, stored, length, checksum, records, kind, compression, form, keys }
    }

    /// Returns the entry of an intact block; reads its keys.
    pub(crate) fn read(source: &mut impl Source, offset: u64, header: &BlockHeader) -> io::Result<Self> {
        let mut keys = None;
        if header.has_keys
            && let Some(end) = end_of(header, offset)
            && header.stored >= BlockHeader::KEYS as u64
        {
            let bytes = source.get(end - BlockHeader::KEYS as u64, BlockHeader::KEYS)?;
            keys = header.split_keys(bytes).and_then(|(_, keys)| keys);
        }
        Ok(Self::new(offset, header, keys))
    }

    /// Returns the header that the block must have.
    pub(crate) fn header(&self, id: [u8; 8]) -> BlockHeader {
        let Self { first, stored, length, checksum, records, kind, compression, form, keys, .. } = *self;
        let has_keys = keys.is_some();
        BlockHeader { id, kind, compression, has_keys, form, records, first, stored, length, checksum }
    }

    /// Returns whether the payload is stored as rows that are not compressed, so that they are used where they are.
    #[inline]
    pub(crate) fn is_plain(&self) -> bool {
        self.compression == 0 && self.form == 0
    }

    /// Returns whether the records are stored in columns.
    #[cfg(feature = "columns")]
    pub(crate) fn has_columns(&self) -> bool {
        self.form == crate::form::Form::Columns.number()
    }

    /// Returns whether the block can have the number of records that it states: see [`is_plausible`].
    pub(crate) fn is_plausible(&self) -> bool {
        is_plausible(&self.header([0; 8]))
    }

    /// Returns where the block ends in the file.
    pub(crate) fn end(&self) -> Option<u64> {
        end_of(&self.header([0; 8]), self.offset)
    }

    /// Returns the number after that of its last record. (Only blocks of records have records, whatever the header of
    /// another one says.)
    pub(crate) fn last(&self) -> u64 {
        let records = if self.kind == BlockHeader::RECORDS { self.records } else { 0 };
        self.first.saturating_add(records.into())
    }
}

/// A file has fewer records than this, so the numbers of records do not overflow.
const MAX_RECORDS: u64 = 1 << 63;

/// Returns whether the numbers of a header can be true: each record takes 4 bytes of the table of the payload. So a
/// wrong number does not hide the records of other blocks.
pub(crate) fn is_plausible(header: &BlockHeader) -> bool {
    let is_stored = header.compression != 0 || header.form != 0 || header.length == header.stored;
    is_stored && u64::from(header.records) <= header.length / 4 && header.first < MAX_RECORDS
}

/// Returns the number of records in a file of which these are intact blocks: each block has the number of those before
/// it, whatever its kind.
pub(crate) fn records_of(entries: &[Entry]) -> u64 {
    entries.iter().map(Entry::last).max().unwrap_or(0)
}

/// Sorts the blocks of records by the numbers of their records; returns how many were left out, because all or some of
/// their records are in another block.
pub(crate) fn in_order(mut entries: Vec<Entry>) -> (Vec<Entry>, usize) {
    entries.retain(|entry| entry.kind == BlockHeader::RECORDS && entry.records > 0);
    entries.sort_by_key(|entry| (entry.first, entry.offset));
    let (count, mut next) = (entries.len(), 0);
    entries.retain(|entry| {
        let is_new = entry.first >= next && entry.last() > entry.first;
        if is_new {
            next = entry.last();
        }
        is_new
    });
    let repeated = count - entries.len();
    (entries, repeated)
}

/// Returns the numbers below `records` that are in none of these blocks, which are in order.
pub(crate) fn lost<'e>(entries: impl Iterator<Item = &'e Entry>, records: u64) -> Vec<Range<u64>> {
    let mut next = 0;
    let mut lost = Vec::new();
    for (first, end) in entries.map(|entry| (entry.first, entry.last())).chain([(records, records)]) {
        if next < first {
            lost.push(next..first);
        }
        next = end;
    }
    lost
}

/// Returns the end of the block at `at`.
pub(crate) fn end_of(header: &BlockHeader, at: u64) -> Option<u64> {
    at.checked_add(BlockHeader::SIZE as u64)?.checked_add(header.stored)
}
