//! The blocks of a file of records, read one at a time.

use std::path::Path;

use packed_data::stream::block::BlockHeader;

use crate::blocks::{Block, in_order, verified};
use crate::content::Content;
use crate::entry::Entry;
use crate::error::Error;
use crate::header::Header;
use crate::index::find;
use crate::scan::Damage;
use crate::source::{FileSource, Source};

/// Reads the blocks of a file of records from the first to the last, with one of them in memory: for files that are
/// larger than memory, without a memory map. [`Blocks`](crate::Blocks) finds a record by its number.
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
/// let mut file = BlockReader::open(&path)?;
/// let mut bytes = 0;
/// while let Some(block) = file.next_block()? {
///     bytes += (0..block.len()).filter_map(|index| block.get(index)).map(<[u8]>::len).sum::<usize>();
/// }
/// assert_eq!(bytes, 6);
/// # Ok::<(), packed_data_file::Error>(())
/// ```
pub struct BlockReader {
    source: FileSource,
    header: Header,
    entries: Vec<Entry>,
    damage: Vec<Damage>,
    repeated: usize,
    /// The next block.
    next: usize,
    /// The number that its first record should have.
    number: u64,
}

impl BlockReader {
    /// Opens a file, and finds its blocks: by its index, or by reading it once if it was not closed.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the file cannot be read, or has no valid header, or is one value.
    pub fn open(path: impl AsRef<Path>) -> Result<Self, Error> {
        let mut source = FileSource::open(path.as_ref())?;
        let (header, start) = Header::read(&mut source)?;
        if header.content != Content::Records {
            return Err(Error::Content { expected: Content::Records, found: header.content });
        }
        let found = find(&mut source, start, header.id)?;
        let (entries, repeated) = in_order(found.entries);
        Ok(Self { source, header, entries, damage: found.damage, repeated, next: 0, number: 0 })
    }

    /// Returns the header of the file.
    pub fn header(&self) -> &Header {
        &self.header
    }

    /// Returns the number of records: the number of the last one, plus one. Some of them may be lost.
    pub fn len(&self) -> u64 {
        self.entries.last().map_or(0, Entry::last)
    }

    /// Returns whether there are no records.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the bytes between the blocks that are no intact block.
    pub fn damage(&self) -> &[Damage] {
        &self.damage
    }

    /// Returns the number of blocks that were left out because their records are in another block.
    pub fn repeated(&self) -> usize {
        self.repeated
    }

    /// Reads the next block, verifies and decompresses it. `None` after the last one. After an error the block that
    /// follows can be read.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the block is damaged, if the records before it are lost, or if it cannot be read.
    pub fn next_block(&mut self) -> Result<Option<Block<'_>>, Error> {
        let Some(entry) = self.entries.get(self.next).copied() else { return Ok(None) };
        let number = std::mem::replace(&mut self.number, entry.first);
        if number < entry.first {
            return Err(Error::Lost { number });
        }
        (self.next, self.number) = (self.next + 1, entry.last());
        let size = usize::try_from(entry.stored).unwrap_or(usize::MAX).saturating_add(BlockHeader::SIZE);
        let body = verified(&entry, self.header.id, self.source.get(entry.offset, size)?)?;
        Ok(Some(Block { entry, body }))
    }
}
