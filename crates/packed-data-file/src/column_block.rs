//! A block of columns, of which a reader needs only some.

use std::borrow::Cow;
use std::fmt;

use packed_data::stream::block::BlockHeader;
use packed_data_columns::{ColumnSchema, Columns};

use crate::entry::Entry;

/// A block whose records are stored in columns, verified and decompressed. Each column is read without the others.
///
/// The checksum is that of the whole block, which was verified. What is wrong in a column nevertheless, because a
/// program wrote it so, is found if that column is read.
///
/// ```
/// use packed_data::{Compact, Packable};
/// use packed_data_columns::ColumnSchema;
/// use packed_data_file::{BlockReader, ColumnBlock, Form, Options};
///
/// #[derive(Packable)]
/// struct Word {
///     text: String,
///     count: u32,
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("words");
/// let mut writer = Options::<Word, Compact>::new().form(Form::Columns).create(&path)?;
/// (0..1000).try_for_each(|count| writer.write(&Word { text: "to".into(), count }).map(|_| ()))?;
/// writer.close()?;
///
/// let file = BlockReader::open(&path)?;
/// let tree = ColumnSchema::of::<Word>();
/// let mut sum = 0;
/// for index in 0..file.block_count() {
///     let block = file.columns(index)?.expect("a block of columns");
///     let counts = block.open(&tree).and_then(|columns| columns.column::<u32>("count"));
///     sum += counts.map_err(|error| block.error(error))?.sum::<u32>();
/// }
/// assert_eq!(sum, 499_500);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Clone, Debug)]
pub struct ColumnBlock<'a> {
    pub(crate) entry: Entry,
    /// The columns, without keys.
    pub(crate) body: Cow<'a, [u8]>,
}

/// What is wrong in a column of a block whose checksum is right: a program wrote it so.
#[derive(Debug)]
pub struct ColumnError {
    block: Entry,
    error: packed_data_columns::Error,
}

impl ColumnBlock<'_> {
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

    /// Checks the directory of the columns, given those of the type of the file: `ColumnSchema::new` of its schema, or
    /// `ColumnSchema::of` the type.
    ///
    /// # Errors
    ///
    /// The bytes are not those of such columns, or of another number of records. [`error`](Self::error) adds where the
    /// block is.
    pub fn open<'b>(&'b self, tree: &'b ColumnSchema) -> Result<Columns<'b>, packed_data_columns::Error> {
        let columns = Columns::open_by(tree, &self.body)?;
        columns.require_len(self.entry.records.into())?;
        Ok(columns)
    }

    /// Returns an error of the columns as one of the file.
    #[cold]
    pub fn error(&self, error: packed_data_columns::Error) -> ColumnError {
        ColumnError { block: self.entry, error }
    }
}

impl ColumnError {
    /// Returns where the block begins in the file.
    pub fn offset(&self) -> u64 {
        self.block.offset
    }

    /// Returns what is wrong, with the offset in the columns, decompressed, and the column.
    pub fn column(&self) -> &packed_data_columns::Error {
        &self.error
    }
}

impl fmt::Display for ColumnError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Entry { offset, first, records, compression, .. } = self.block;
        write!(
            f,
            "invalid columns of {records} records from number {first}, in the block at byte {offset} of the file"
        )?;
        let is_compressed = if compression == 0 { "" } else { " decompressed" };
        write!(f, ", whose{is_compressed} columns begin {} bytes after that: {}", BlockHeader::SIZE, self.error)
    }
}

impl std::error::Error for ColumnError {}
