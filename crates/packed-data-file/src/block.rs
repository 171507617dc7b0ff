//! A block of records that was read: verified, decompressed, in rows.

use std::borrow::Cow;

use packed_data::stream::block::{BlockHeader, Records as Table};

use crate::compression::decompress;
use crate::directory::Directory;
use crate::entry::Entry;
use crate::error::Error;
use crate::form;

/// A block of records that was verified and decompressed.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(crate) entry: Entry,
    /// The payload as rows, without keys.
    pub(crate) body: Cow<'a, [u8]>,
}

impl Block<'_> {
    /// Returns the number of the first record.
    pub fn first(&self) -> u64 {
        self.entry.first
    }

    /// Returns the number of records.
    pub fn len(&self) -> usize {
        self.entry.records as usize
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.entry.records == 0
    }

    /// Returns where the block begins in the file.
    pub fn offset(&self) -> u64 {
        self.entry.offset
    }

    /// Returns the bytes of a record: `index` counts from the first one of the block.
    #[inline]
    pub fn get(&self, index: usize) -> Option<&[u8]> {
        self.table()?.get(index)
    }

    /// Returns the bytes of the block, decompressed: those of the records are parts of them.
    pub fn as_bytes(&self) -> &[u8] {
        &self.body
    }

    /// Returns a block that borrows nothing; copies the bytes, unless they were decompressed or read for it.
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data_file::{Blocks, Options};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("words");
    /// let mut writer = Options::<str, Compact>::new().create(&path)?;
    /// writer.write("to")?;
    /// writer.close()?;
    ///
    /// let file = Blocks::open(&path)?;
    /// assert_eq!(file.as_bytes(), std::fs::read(&path).map_err(packed_data_file::Error::from)?);
    /// let block = file.block(0)?.into_owned();
    /// drop(file);
    /// assert_eq!(block.get(0), Some(&b"\x02to"[..]));
    /// assert!(block.as_bytes().starts_with(b"\x02to"));
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    pub fn into_owned(self) -> Block<'static> {
        Block { entry: self.entry, body: Cow::Owned(self.body.into_owned()) }
    }

    /// Returns all records.
    #[inline]
    pub(crate) fn table(&self) -> Option<Table<'_>> {
        Table::new(&self.body, self.entry.records)
    }
}

/// What [`Blocks::check`](crate::Blocks::check) and [`BlockReader::check`](crate::BlockReader::check) found.
#[derive(Debug)]
#[non_exhaustive]
pub struct Check {
    /// The number of intact blocks.
    pub blocks: u64,
    /// The number of records in them.
    pub records: u64,
    /// One error for each block that is not intact.
    pub errors: Vec<Error>,
}

impl Check {
    /// Returns the sum of what was found of some blocks, each with the number of its records.
    pub(crate) fn of(blocks: impl Iterator<Item = (u32, Result<(), Error>)>) -> Self {
        let mut check = Self { blocks: 0, records: 0, errors: Vec::new() };
        for (records, found) in blocks {
            match found {
                Ok(()) => {
                    check.blocks += 1;
                    check.records += u64::from(records);
                }
                Err(error) => check.errors.push(error),
            }
        }
        check
    }
}

/// Verifies the bytes of a block, from its header to the end of its payload: they are those that were written for
/// `entry` in the file with this directory, and the table of the records is valid. Returns the payload, decompressed,
/// in rows and without keys.
pub(crate) fn verified<'a>(entry: &Entry, directory: &Directory, block: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    let body = stored(entry, directory, block)?;
    let body = form::decode(entry.form, directory.kind(), body, entry.records, length(entry))?;
    let body = body.ok_or_else(|| damaged(entry))?;
    if Table::new(&body, entry.records).is_some_and(|table| table.is_valid()) { Ok(body) } else { Err(damaged(entry)) }
}

/// Does the same, but for the table, and returns the payload in the form in which it is stored.
pub(crate) fn stored<'a>(entry: &Entry, directory: &Directory, block: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    crate::steps::count_bytes(block.len());
    let expected = entry.header(directory.header().id);
    let is_intact = |payload: &&[u8]| BlockHeader::read(block) == Some(expected) && expected.is_intact(payload);
    let payload = block.get(BlockHeader::SIZE..).filter(is_intact);
    let body = payload.and_then(|payload| without_keys(entry, payload)).ok_or_else(|| damaged(entry))?;
    // (In another form, the payload has at most the bytes that it has in rows.)
    decompress(entry.compression, body, length(entry))?.ok_or_else(|| damaged(entry))
}

/// Returns the number of bytes of a block in rows, without keys.
fn length(entry: &Entry) -> u64 {
    let keys = if entry.keys.is_some() { BlockHeader::KEYS as u64 } else { 0 };
    entry.length.saturating_sub(keys)
}

pub(crate) fn without_keys<'a>(entry: &Entry, payload: &'a [u8]) -> Option<&'a [u8]> {
    let keys = if entry.keys.is_some() { BlockHeader::KEYS } else { 0 };
    payload.get(..payload.len().checked_sub(keys)?)
}

#[cold]
pub(crate) fn damaged(entry: &Entry) -> Error {
    let bytes = entry.stored.saturating_add(BlockHeader::SIZE as u64);
    let (first, records) = (Some(entry.first), Some(entry.records.into()));
    Error::Damaged { offset: entry.offset, bytes, first, records }
}
