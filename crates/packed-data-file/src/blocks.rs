//! The blocks of a file of records in memory, for a reader that need not know their type.

use std::borrow::Cow;
use std::ops::Deref;
use std::path::Path;
use std::sync::atomic::Ordering;

use memmap2::Mmap;
use packed_data::stream::block::{BlockHeader, Records as Table};
use packed_data_schema::statistics::Statistics;

#[cfg(feature = "columns")]
use crate::block::stored;
use crate::block::{Block, Check, damaged, verified, without_keys};
#[cfg(feature = "columns")]
use crate::column_block::ColumnBlock;
use crate::directory::{DAMAGED, Directory, INTACT, State};
use crate::entry::Entry;
use crate::error::Error;
use crate::section::{Section, parse};
use crate::statistics;

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
    directory: Directory,
}

impl Blocks {
    /// Reads a file into memory, and finds its blocks.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, or has no valid header, or is one value.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        Self::from_bytes(std::fs::read(path).map_err(|error| Error::of_file(path, error))?)
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
        let map = |path: &Path| unsafe { Mmap::map(&std::fs::File::open(path)?) };
        let path = path.as_ref();
        Self::from_bytes(map(path).map_err(|error| Error::of_file(path, error))?)
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
        let directory = Directory::new(&mut bytes.as_ref())?;
        Ok(Self { bytes, directory })
    }

    /// Returns the bytes of the file. Records of blocks that are not compressed are parts of them.
    pub fn as_bytes(&self) -> &[u8] {
        self.bytes.as_ref()
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
        let state = self.directory.state_of(number)?;
        let table = self.table(state)?;
        let index = usize::try_from(number - state.entry.first).unwrap_or(usize::MAX);
        let record = table.get(index).ok_or_else(|| damaged(&state.entry))?;
        Ok((record, state.entry.offset))
    }

    /// Returns the records of a block; verifies and decompresses it if that has not been done.
    #[inline]
    fn table<'a>(&'a self, state: &'a State) -> Result<Table<'a>, Error> {
        let entry = &state.entry;
        if state.verdict.load(Ordering::Acquire) != INTACT {
            self.verify(state)?;
        }
        let body = if entry.is_plain() {
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
        let block = self.stored(entry).ok_or_else(|| damaged(entry))?;
        verified(entry, &self.directory, block)
    }

    /// Returns the header and the payload of a block, as they are stored.
    #[inline]
    fn stored(&self, entry: &Entry) -> Option<&[u8]> {
        let start = usize::try_from(entry.offset).ok()?;
        let end = start.checked_add(BlockHeader::SIZE)?.checked_add(usize::try_from(entry.stored).ok()?)?;
        self.bytes.as_ref().get(start..end)
    }

    /// Returns the payload of a block, as it is stored.
    #[inline]
    fn payload(&self, entry: &Entry) -> Option<&[u8]> {
        self.stored(entry)?.get(BlockHeader::SIZE..)
    }

    /// Returns a block and its records, as [`get`](Self::get) finds them.
    #[inline]
    pub(crate) fn opened(&self, block: usize) -> Result<(&Entry, Table<'_>), Error> {
        let state = self.directory.state(block)?;
        Ok((&state.entry, self.table(state)?))
    }

    /// Opens a block: verifies and decompresses it, without keeping what was decompressed.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such block, or if it is damaged.
    pub fn block(&self, block: usize) -> Result<Block<'_>, Error> {
        let state = self.directory.state(block)?;
        let entry = state.entry;
        let body = match state.body.get() {
            Some(body) => Cow::Borrowed(body.as_slice()),
            None if entry.is_plain() => {
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

    /// Returns for each block whether it may have records that are looked for: whether `may_match` says so of its
    /// [`Statistics`]. A block without statistics may always have some: see [`Options::statistics`].
    ///
    /// `may_match` is called at most once for each block. What it decides rests on statistics that were not compared
    /// with the records: a file that lies hides records from it. The records that are read are valid nevertheless.
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data_file::{Blocks, Options};
    /// use packed_data_schema::Schema;
    /// use packed_data_schema::filter::{Condition, Logic, Pruner};
    ///
    /// # let folder = tempfile::tempdir()?;
    /// # let path = folder.path().join("squares");
    /// let options = Options::<(u32, u64), Compact>::new().statistics(true).block_size(1000);
    /// let mut writer = options.create(&path)?;
    /// (0..1000).try_for_each(|number| writer.write(&(number, u64::from(number).pow(2))).map(|_| ()))?;
    /// writer.close()?;
    ///
    /// let schema = Schema::of::<(u32, u64)>();
    /// let condition = Condition::parse("[1] > 990_000", &schema, 0).unwrap();
    /// let pruner = Pruner::new(&schema, &condition, Logic::TwoValued);
    /// let blocks = Blocks::open(&path)?;
    /// let selected = blocks.select(|statistics| pruner.may_match(statistics));
    /// assert_eq!(selected.iter().filter(|selected| **selected).count(), 1);
    /// assert!(selected[blocks.block_of(999).unwrap()]);
    /// # Ok::<(), packed_data_file::Error>(())
    /// ```
    ///
    /// [`Options::statistics`]: crate::Options::statistics
    pub fn select(&self, may_match: impl FnMut(&Statistics) -> bool) -> Vec<bool> {
        let id = self.directory.header().id;
        statistics::select(&self.directory, |entry| statistics::payload(entry, id, self.stored(entry)?), may_match)
    }

    /// Reads a block whose records are stored in columns, for a reader that needs only some of them: verifies and
    /// decompresses it each time. `None` if it has rows, which [`block`](Self::block) reads.
    ///
    /// # Errors
    ///
    /// As for [`block`](Self::block).
    #[cfg(feature = "columns")]
    pub fn columns(&self, block: usize) -> Result<Option<ColumnBlock<'_>>, Error> {
        let entry = self.directory.state(block)?.entry;
        let read = || {
            let bytes = self.stored(&entry).ok_or_else(|| damaged(&entry))?;
            Ok(ColumnBlock { entry, body: stored(&entry, &self.directory, bytes)? })
        };
        entry.has_columns().then(read).transpose()
    }

    /// Verifies the checksum of every block. Takes the time of reading the file, and keeps nothing.
    pub fn check(&self) -> Check {
        let entries = self.directory.blocks.iter().map(|state| &state.entry);
        Check::of(entries.map(|entry| (entry.records, self.body(entry).map(drop))))
    }

    /// Returns the sections with a name, from the first to the last: see
    /// [`RecordWriter::write_section`](crate::RecordWriter::write_section).
    ///
    /// # Errors
    ///
    /// Each is an [`Error`] if it is damaged. Sections whose name cannot be read are left out.
    pub fn sections<'a>(&'a self, name: &'a str) -> impl Iterator<Item = Result<Section<'a>, Error>> {
        self.directory.sections.iter().filter_map(move |entry| {
            let payload = self.payload(entry).unwrap_or_default();
            let section = parse(payload).filter(|section| section.name == name)?;
            let is_intact = entry.header(self.directory.header().id).is_intact(payload);
            Some(if is_intact { Ok(section) } else { Err(damaged(entry)) })
        })
    }
}

impl<B> Deref for Blocks<B> {
    type Target = Directory;

    fn deref(&self) -> &Directory {
        &self.directory
    }
}
