//! The blocks of a file of records, for a reader that need not know their type.

use std::borrow::Cow;
use std::path::Path;
use std::sync::OnceLock;
use std::sync::atomic::{AtomicU8, Ordering};

use memmap2::Mmap;
use packed_data::stream::block::{BlockHeader, Records as Table};

use crate::content::Content;
use crate::entry::Entry;
use crate::error::Error;
use crate::header::{Header, SECTION};
use crate::index::find;
use crate::lookup::Lookup;
use crate::scan::Damage;
use crate::section::{Section, parse};

/// The bytes of a file of records: its header, and its blocks. [`Records`](crate::Records) reads the records as a type;
/// this reads their bytes, for programs that do not know the type.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::{Blocks, Options};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// let mut writer = Options::<str, Compact>::new().create(&path)?;
/// writer.write("to")?;
/// writer.write("be")?;
/// writer.close()?;
///
/// let file = Blocks::open(&path)?;
/// assert_eq!(file.header().schema, "packed-data schema 1\nstr\n");
/// assert_eq!((file.len(), file.get(1)?), (2, &b"\x02be"[..]));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct Blocks<B = Vec<u8>> {
    bytes: B,
    header: Header,
    /// The blocks of records, by the numbers of their records, which do not overlap.
    blocks: Vec<State>,
    sections: Vec<Entry>,
    damage: Vec<Damage>,
    /// The number of blocks that were left out, because the file has their records a second time.
    repeated: usize,
    lookup: Lookup,
    has_index: bool,
    sorted_by_key: bool,
}

/// A block, and what is known of it.
struct State {
    entry: Entry,
    /// [`UNKNOWN`], [`INTACT`] or [`DAMAGED`].
    verdict: AtomicU8,
    /// The payload, if it is compressed and was read.
    body: OnceLock<Vec<u8>>,
}

const UNKNOWN: u8 = 0;
const INTACT: u8 = 1;
const DAMAGED: u8 = 2;

/// A payload may have this many bytes when it is decompressed. (A writer makes a block when it has some thousand bytes,
/// so only a large record makes a large block.)
#[cfg(feature = "zstd-0_14")]
const MAX_BODY: u64 = 1 << 30;

impl Blocks {
    /// Reads a file into memory, and finds its blocks.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, or has no valid header, or is one value.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        Self::from_bytes(std::fs::read(path)?)
    }
}

impl Blocks<Mmap> {
    /// Maps a file into memory, and finds its blocks. If it has an index, only that is read now.
    ///
    /// # Errors
    ///
    /// As for [`open`](Blocks::open).
    ///
    /// # Safety
    ///
    /// As for [`Records::open_mapped`](crate::Records::open_mapped).
    pub unsafe fn open_mapped(path: impl AsRef<Path>) -> Result<Self, Error> {
        // SAFETY: the caller promises that the mapped bytes do not change.
        let map = unsafe { Mmap::map(&std::fs::File::open(path)?) }?;
        Self::from_bytes(map)
    }
}

impl<B: AsRef<[u8]>> Blocks<B> {
    /// Finds the blocks in the bytes of a file: by its index, or by a scan if it was not closed. Memory is taken for
    /// blocks that are there, never for numbers that are read.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the bytes have no valid header, or are those of a file of one value.
    pub fn from_bytes(bytes: B) -> Result<Self, Error> {
        let mut source = bytes.as_ref();
        let (header, start) = Header::read(&mut source)?;
        if header.content != Content::Records {
            return Err(Error::Content { expected: Content::Records, found: header.content });
        }
        let found = find(&mut source, start, header.id)?;
        let sections = found.entries.iter().filter(|entry| entry.kind == SECTION).copied().collect();
        let (entries, repeated) = in_order(found.entries);
        let lookup = Lookup::new(entries.iter().map(Entry::last));
        let sorted_by_key = entries.iter().all(|entry| entry.keys.is_some())
            && entries.is_sorted_by(|a, b| a.keys.map(|(_, greatest)| greatest) <= b.keys.map(|(least, _)| least));
        let state = |entry| State { entry, verdict: AtomicU8::new(UNKNOWN), body: OnceLock::new() };
        let blocks = entries.into_iter().map(state).collect();
        let (damage, has_index) = (found.damage, found.has_index);
        Ok(Self { bytes, header, blocks, sections, damage, repeated, lookup, has_index, sorted_by_key })
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of records: the number of the last one, plus one. Some of them may be lost.
    pub fn len(&self) -> u64 {
        self.blocks.last().map_or(0, |state| state.entry.last())
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the number of blocks.
    pub fn block_count(&self) -> usize {
        self.blocks.len()
    }

    /// Returns whether the file has an index, so that it was closed.
    pub fn has_index(&self) -> bool {
        self.has_index
    }

    /// Returns the bytes between the blocks that are no intact block. After a crash the last of them is a torn block.
    /// (A block that the index lists is checked when it is read.)
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Returns the number of blocks that were left out because their records are in another block.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// Returns the size of all blocks as they are stored, in bytes, and when they are not compressed.
    pub fn sizes(&self) -> (u64, u64) {
        let sum =
            |size: fn(&Entry) -> u64| self.blocks.iter().map(|state| size(&state.entry)).fold(0, u64::saturating_add);
        (sum(|entry| entry.stored), sum(|entry| entry.length))
    }

    /// Returns the numbers of the records in a block; `None` if there is no such block.
    pub fn numbers(&self, block: usize) -> Option<std::ops::Range<u64>> {
        self.blocks.get(block).map(|state| state.entry.first..state.entry.last())
    }

    /// Returns the least and the greatest key of a block, if it was written with keys: see [`Key`](crate::Key).
    pub fn keys(&self, block: usize) -> Option<(u128, u128)> {
        self.blocks.get(block)?.entry.keys
    }

    /// Returns the ranges of numbers whose records are in no block.
    pub fn lost(&self) -> Vec<std::ops::Range<u64>> {
        let mut next = 0;
        let gap = |state: &State| {
            let gap = next..state.entry.first;
            next = state.entry.last();
            gap
        };
        self.blocks.iter().map(gap).filter(|gap| !gap.is_empty()).collect()
    }

    /// Returns the bytes of a record, in constant time. The first access to a block verifies its checksum, and
    /// decompresses it; a block that was decompressed stays in memory.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such record, or if its block is damaged or lost.
    #[inline]
    pub fn get(&self, number: u64) -> Result<&[u8], Error> {
        self.find(number).map(|(record, _)| record)
    }

    /// Does the same as [`get`](Self::get), and returns the offset of the block too.
    #[inline]
    pub(crate) fn find(&self, number: u64) -> Result<(&[u8], u64), Error> {
        let state = self.lookup.block_of(number).and_then(|block| self.blocks.get(block));
        let Some(state) = state.filter(|state| state.entry.first <= number) else { return Err(self.absent(number)) };
        let table = self.table(state)?;
        let index = usize::try_from(number - state.entry.first).unwrap_or(usize::MAX);
        let record = table.get(index).ok_or_else(|| damaged(&state.entry))?;
        Ok((record, state.entry.offset))
    }

    #[cold]
    fn absent(&self, number: u64) -> Error {
        let records = self.len();
        if number < records { Error::Lost { number } } else { Error::NoRecord { number, records } }
    }

    /// Returns the records of a block; verifies and decompresses it if that has not been done.
    #[inline]
    fn table<'a>(&'a self, state: &'a State) -> Result<Table<'a>, Error> {
        let entry = &state.entry;
        if state.verdict.load(Ordering::Acquire) != INTACT {
            self.verify(state)?;
        }
        let body = if entry.compression == 0 {
            // (It was verified that this is within the file.)
            self.payload(entry).and_then(|payload| without_keys(entry, payload))
        } else {
            state.body.get().map(Vec::as_slice)
        };
        body.and_then(|body| Table::new(body, entry.records)).ok_or_else(|| damaged(entry))
    }

    /// Verifies a block, once.
    #[cold]
    fn verify(&self, state: &State) -> Result<(), Error> {
        let entry = &state.entry;
        if state.verdict.load(Ordering::Relaxed) == DAMAGED {
            return Err(damaged(entry));
        }
        let body = match self.body(entry) {
            Ok(body) => body,
            Err(error) => {
                if matches!(error, Error::Damaged { .. }) {
                    state.verdict.store(DAMAGED, Ordering::Relaxed);
                }
                return Err(error);
            }
        };
        if let Cow::Owned(body) = body {
            // (Another thread may have done the same; then its bytes are kept.)
            let _ = state.body.set(body);
        }
        // (Nothing rests on this but the time: each access checks its bounds, and each record is validated. A thread
        // that sees it without the decompressed bytes reports damage; so it is stored after them, and loaded with
        // them.)
        state.verdict.store(INTACT, Ordering::Release);
        Ok(())
    }

    /// Returns the payload of a block, decompressed and without keys, if the block is intact and its table is valid.
    fn body(&self, entry: &Entry) -> Result<Cow<'_, [u8]>, Error> {
        let start = usize::try_from(entry.offset).ok();
        let bytes = start.and_then(|start| self.bytes.as_ref().get(start..)).unwrap_or_default();
        verified(entry, self.header.id, bytes)
    }

    /// Returns the payload of a block, as it is stored.
    #[inline]
    fn payload(&self, entry: &Entry) -> Option<&[u8]> {
        let start = usize::try_from(entry.offset).ok()?.checked_add(BlockHeader::SIZE)?;
        let end = start.checked_add(usize::try_from(entry.stored).ok()?)?;
        self.bytes.as_ref().get(start..end)
    }

    /// Returns a block and its records, as [`get`](Self::get) finds them.
    #[inline]
    pub(crate) fn opened(&self, block: usize) -> Result<(&Entry, Table<'_>), Error> {
        let state = self.blocks.get(block).ok_or(Error::NoRecord { number: u64::MAX, records: self.len() })?;
        Ok((&state.entry, self.table(state)?))
    }

    /// Opens a block: verifies and decompresses it, without keeping what was decompressed.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such block, or if it is damaged.
    pub fn block(&self, block: usize) -> Result<Block<'_>, Error> {
        let state = self.blocks.get(block).ok_or(Error::NoRecord { number: u64::MAX, records: self.len() })?;
        let entry = state.entry;
        let body = match state.body.get() {
            Some(body) => Cow::Borrowed(body.as_slice()),
            None if entry.compression == 0 => {
                if state.verdict.load(Ordering::Relaxed) != INTACT {
                    self.verify(state)?;
                }
                let body = self.payload(&entry).and_then(|payload| without_keys(&entry, payload));
                Cow::Borrowed(body.ok_or_else(|| damaged(&entry))?)
            }
            None => self.body(&entry)?,
        };
        Ok(Block { entry, body })
    }

    /// Returns the blocks that may have records with keys from `least` to `greatest`. Takes logarithmic time if the
    /// keys of the file ascend from block to block.
    pub(crate) fn with_keys(&self, least: u128, greatest: u128) -> impl Iterator<Item = usize> {
        let all = 0..self.blocks.len();
        let bounds = if self.sorted_by_key {
            let keys = |state: &State| state.entry.keys.unwrap_or((0, u128::MAX));
            let start = self.blocks.partition_point(|state| keys(state).1 < least);
            let end = self.blocks.partition_point(|state| keys(state).0 <= greatest);
            start..end.max(start)
        } else {
            all
        };
        bounds.filter(move |block| self.keys(*block).is_none_or(|(from, to)| to >= least && from <= greatest))
    }

    /// Verifies the checksum of every block. Takes the time of reading the file, and keeps nothing.
    pub fn check(&self) -> Check {
        let mut check = Check { blocks: 0, records: 0, errors: Vec::new() };
        for state in &self.blocks {
            match self.body(&state.entry) {
                Ok(_) => {
                    check.blocks += 1;
                    check.records += u64::from(state.entry.records);
                }
                Err(error) => check.errors.push(error),
            }
        }
        check
    }

    /// Returns the first block with a record whose number is at least this.
    pub(crate) fn block_from(&self, number: u64) -> usize {
        self.blocks.partition_point(|state| state.entry.last() <= number)
    }

    /// Returns the sections with a name, from the first to the last: see
    /// [`RecordWriter::write_section`](crate::RecordWriter::write_section).
    ///
    /// # Errors
    ///
    /// Each is an [`Error`] if it is damaged. Sections whose name cannot be read are left out.
    pub fn sections<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Result<Section<'a>, Error>> {
        self.sections.iter().filter_map(move |entry| {
            let payload = self.payload(entry).unwrap_or_default();
            let section = parse(payload).filter(|section| section.name == name)?;
            let is_intact = entry.header(self.header.id).is_intact(payload);
            Some(if is_intact { Ok(section) } else { Err(damaged(entry)) })
        })
    }
}

/// What [`Blocks::check`] found.
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

/// A block of records that was verified and decompressed.
#[derive(Clone, Debug)]
pub struct Block<'a> {
    pub(crate) entry: Entry,
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

    /// Returns all records.
    #[inline]
    pub(crate) fn table(&self) -> Option<Table<'_>> {
        Table::new(&self.body, self.entry.records)
    }
}

/// Returns the payload of the block at the beginning of `bytes`, decompressed and without keys, if the block is intact
/// and its table is valid.
pub(crate) fn verified<'a>(entry: &Entry, id: [u8; 8], bytes: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    let expected = entry.header(id);
    let stored = usize::try_from(entry.stored).ok();
    let payload = stored.and_then(|stored| bytes.get(BlockHeader::SIZE..)?.get(..stored));
    let payload = payload.filter(|payload| BlockHeader::read(bytes) == Some(expected) && expected.is_intact(payload));
    let body = payload.and_then(|payload| without_keys(entry, payload)).ok_or_else(|| damaged(entry))?;
    let body = decompress(entry, body)?;
    if Table::new(&body, entry.records).is_some_and(|table| table.is_valid()) { Ok(body) } else { Err(damaged(entry)) }
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

fn without_keys<'a>(entry: &Entry, payload: &'a [u8]) -> Option<&'a [u8]> {
    let keys = if entry.keys.is_some() { BlockHeader::KEYS } else { 0 };
    payload.get(..payload.len().checked_sub(keys)?)
}

#[cold]
fn damaged(entry: &Entry) -> Error {
    let bytes = entry.stored.saturating_add(BlockHeader::SIZE as u64);
    let (first, records) = (Some(entry.first), Some(entry.records.into()));
    Error::Damaged { offset: entry.offset, bytes, first, records }
}

/// Decompresses the payload of a block. It takes as much memory as there are bytes, whatever the header claims.
fn decompress<'a>(entry: &Entry, body: &'a [u8]) -> Result<Cow<'a, [u8]>, Error> {
    match entry.compression {
        0 => Ok(Cow::Borrowed(body)),
        #[cfg(feature = "zstd-0_14")]
        crate::entry::ZSTD => {
            use std::io::Read;

            let keys = if entry.keys.is_some() { BlockHeader::KEYS as u64 } else { 0 };
            let length = entry.length.saturating_sub(keys).min(MAX_BODY);
            let mut out = Vec::new();
            let mut read = || {
                let mut decoder = zstd::Decoder::with_buffer(body)?;
                decoder.window_log_max(30)?;
                decoder.take(length + 1).read_to_end(&mut out)
            };
            if read().is_err() || out.len() as u64 != length {
                return Err(damaged(entry));
            }
            Ok(Cow::Owned(out))
        }
        method => Err(Error::Compression { method }),
    }
}
