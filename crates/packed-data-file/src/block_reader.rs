//! Reads the blocks of a file of records one at a time, for files larger than the memory.

use std::borrow::Cow;
use std::fs::File;
use std::io::{Read, Seek};
use std::ops::Deref;
use std::path::Path;
use std::sync::{Mutex, PoisonError};

use packed_data::stream::block::BlockHeader;
use packed_data_schema::statistics::Statistics;

#[cfg(feature = "columns")]
use crate::block::stored;
use crate::block::{Block, Check, damaged, verified};
#[cfg(feature = "columns")]
use crate::column_block::ColumnBlock;
use crate::directory::Directory;
use crate::entry::Entry;
use crate::error::Error;
use crate::scan::{PIECE, is_expected};
use crate::source::FileSource;
use crate::statistics;

/// A file of records that is read block by block: it may be larger than the memory. [`Blocks`](crate::Blocks) has all
/// of the file in memory, or in a map.
///
/// Each call reads one block from the file, verifies and decompresses it. The memory is that of the block, and that of
/// the [`Directory`], which it dereferences to. A wrong number in the file takes no memory: only bytes that the file
/// has are read.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::{BlockReader, Options};
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// let mut writer = Options::<str, Compact>::new().create(&path)?;
/// writer.write("to")?;
/// writer.write("be")?;
/// writer.close()?;
///
/// let file = BlockReader::open(&path)?;
/// assert_eq!((file.len(), file.block_count()), (2, 1));
/// assert_eq!(file.block(0)?.get(1), Some(&b"\x02be"[..]));
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct BlockReader<R = File> {
    source: Mutex<FileSource<R>>,
    directory: Directory,
}

impl BlockReader {
    /// Opens a file, and finds its blocks: by its index, or by a scan if it was not closed.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, or has no valid header, or is one value.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let path = path.as_ref();
        let open = || Self::new(File::open(path)?);
        open().map_err(|error: Error| error.in_file(path))
    }
}

impl<R: Read + Seek> BlockReader<R> {
    /// Finds the blocks of a file: see [`open`](BlockReader::open). It begins where `file` does, wherever its position
    /// is.
    ///
    /// # Errors
    ///
    /// As for [`open`](BlockReader::open).
    pub fn new(file: R) -> Result<Self, Error> {
        let mut source = FileSource::new(file)?;
        let mut tries_left = 8;
        let directory = loop {
            match Directory::new(&mut source) {
                // Another process removed the index meanwhile, to append records.
                Err(_) if tries_left > 0 && source.is_cut()? => {
                    tries_left -= 1;
                    source = FileSource::new(source.into_file())?;
                }
                result => break result?,
            }
        };
        Ok(Self { source: Mutex::new(source), directory })
    }

    /// Reads a block, by its index among all blocks: verifies and decompresses it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such block, if it is damaged, or if the file cannot be read.
    pub fn block(&self, block: usize) -> Result<Block<'static>, Error> {
        self.read(self.directory.state(block)?.entry)
    }

    /// Reads a block whose records are stored in columns, for a reader that needs only some of them: verifies and
    /// decompresses it. `None` if it has rows, which [`block`](Self::block) reads.
    ///
    /// # Errors
    ///
    /// As for [`block`](Self::block).
    #[cfg(feature = "columns")]
    pub fn columns(&self, block: usize) -> Result<Option<ColumnBlock<'static>>, Error> {
        let entry = self.directory.state(block)?.entry;
        let read = || -> Result<_, Error> {
            let bytes = self.read_stored(&entry)?;
            let body = stored(&entry, &self.directory, &bytes)?.into_owned();
            Ok(ColumnBlock { entry, body: Cow::Owned(body) })
        };
        entry.has_columns().then(read).transpose()
    }

    /// Returns the bytes of a record. Reads its block, so that it takes as long as [`block`](Self::block).
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if there is no such record, if its block is damaged or lost, or if the file cannot be read.
    pub fn get(&self, number: u64) -> Result<Vec<u8>, Error> {
        let entry = self.directory.state_of(number)?.entry;
        let block = self.read(entry)?;
        let index = usize::try_from(number - entry.first).unwrap_or(usize::MAX);
        block.get(index).map(<[u8]>::to_vec).ok_or_else(|| damaged(&entry))
    }

    /// Returns for each block whether it may have records that are looked for: whether `may_match` says so of its
    /// [`Statistics`]. It reads them from the file, and passes those that cannot be read. See
    /// [`Blocks::select`](crate::Blocks::select).
    pub fn select(&self, may_match: impl FnMut(&Statistics) -> bool) -> Vec<bool> {
        let id = self.directory.header().id;
        let read = |entry: &Entry| {
            let mut block = self.read_stored(entry).ok()?;
            statistics::payload(entry, id, &block)?;
            Some(block.split_off(BlockHeader::SIZE))
        };
        statistics::select(&self.directory, read, may_match)
    }

    /// Verifies the checksum of every block. Takes the time of reading the file, and keeps nothing.
    pub fn check(&self) -> Check {
        let entries = self.directory.blocks.iter().map(|state| state.entry);
        Check::of(entries.map(|entry| (entry.records, self.read(entry).map(drop))))
    }

    fn read(&self, entry: Entry) -> Result<Block<'static>, Error> {
        let mut bytes = self.read_stored(&entry)?;
        let body = match verified(&entry, &self.directory, &bytes)? {
            Cow::Owned(body) => body,
            Cow::Borrowed(body) => {
                let end = BlockHeader::SIZE + body.len();
                bytes.truncate(end);
                bytes.drain(..BlockHeader::SIZE);
                bytes
            }
        };
        Ok(Block { entry, body: Cow::Owned(body) })
    }

    /// Reads the header and the payload of a block, as they are stored.
    fn read_stored(&self, entry: &Entry) -> Result<Vec<u8>, Error> {
        let size = usize::try_from(entry.stored).ok().and_then(|stored| stored.checked_add(BlockHeader::SIZE));
        let size = size.ok_or_else(|| damaged(entry))?;
        // (A panic leaves nothing behind that a later call reads.)
        let mut source = self.source.lock().unwrap_or_else(PoisonError::into_inner);
        // (A wrong size of a block in an index or a header takes no memory.)
        if size > PIECE && !is_expected(&mut *source, entry, self.directory.header().id)? {
            return Err(damaged(entry));
        }
        Ok(source.read(entry.offset, size)?)
    }
}

impl<R> Deref for BlockReader<R> {
    type Target = Directory;

    fn deref(&self) -> &Directory {
        &self.directory
    }
}
