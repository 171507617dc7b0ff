//! Record batches of a file of records, block by block.

use std::collections::VecDeque;
use std::io::{Read, Seek};

use arrow_array::RecordBatch;
use arrow_schema::SchemaRef;
use packed_data_file::{BlockReader, ColumnBlock, Error as FileError};
use packed_data_schema::Codec;

use crate::batch::BatchBuilder;
use crate::error::{Error, ErrorKind};
use crate::from_columns::ColumnReader;
use crate::options::Options;

/// An iterator of the record batches of a file, in the order of its records. Blocks of rows are read record by record;
/// of blocks of columns, those that are selected are copied. At any time a block and its batches are in memory.
///
/// An error ends the iteration: a block that is damaged or lost, a record or a column that is not valid.
///
/// ```
/// use packed_data::{Compact, Packable};
/// use packed_data_arrow::{FileBatches, Options};
/// use packed_data_file::{BlockReader, Form};
/// use packed_data_schema::{LayoutId, Schema};
///
/// #[derive(Packable)]
/// struct Trade {
///     symbol: String,
///     price: f64,
/// }
///
/// # let folder = tempfile::tempdir()?;
/// # let path = folder.path().join("trades.packed");
/// let mut file = packed_data_file::Options::<Trade, Compact>::new().form(Form::Columns).create(&path)?;
/// for number in 0..10_000 {
///     file.write(&Trade { symbol: format!("S{}", number % 7), price: 0.5 })?;
/// }
/// file.close()?;
///
/// let file = BlockReader::open(&path)?;
/// let codec = Schema::parse(&file.header().schema)?.into_codec(file.header().layout.parse()?)?;
/// let mut rows = 0;
/// for batch in FileBatches::new(&file, &codec, &Options::new().columns(["price"]))? {
///     rows += batch?.num_rows();
/// }
/// assert_eq!(rows, 10_000);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub struct FileBatches<'f, R> {
    file: &'f BlockReader<R>,
    builder: BatchBuilder<'f>,
    reader: ColumnReader,
    /// The next block, and the number of the next record.
    block: usize,
    record: u64,
    /// Batches that are full.
    full: VecDeque<RecordBatch>,
    is_over: bool,
}

impl<'f, R: Read + Seek> FileBatches<'f, R> {
    /// Returns the batches of a file, given the codec of its schema and layout.
    ///
    /// # Errors
    ///
    /// Arrow cannot hold the type, or a selected column does not exist.
    pub fn new(file: &'f BlockReader<R>, codec: &'f Codec<'f>, options: &Options) -> Result<Self, Error> {
        let builder = BatchBuilder::new(codec, options)?;
        let reader = ColumnReader::new(&builder)?;
        Ok(Self { file, builder, reader, block: 0, record: 0, full: VecDeque::new(), is_over: false })
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        self.builder.schema()
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, Error> {
        while self.full.is_empty() && self.block < self.file.block_count() {
            self.read()?;
            self.block += 1;
        }
        if let Some(batch) = self.full.pop_front() {
            return Ok(Some(batch));
        }
        self.is_over = true;
        self.require(self.file.len())?;
        if self.builder.is_empty() { Ok(None) } else { self.builder.finish().map(Some) }
    }

    /// Fails unless the next record is this one.
    fn require(&self, number: u64) -> Result<(), Error> {
        if self.record == number { Ok(()) } else { Err(self.failed(FileError::Lost { number: self.record })) }
    }

    fn failed(&self, error: impl Into<Box<dyn std::error::Error + Send + Sync>>) -> Error {
        Error::new(ErrorKind::Source(error.into()), String::new()).in_record(self.record)
    }

    /// Adds the records of the next block.
    fn read(&mut self) -> Result<(), Error> {
        if let Some(block) = self.file.columns(self.block).map_err(|error| self.failed(error))? {
            self.require(block.first())?;
            self.add_columns(&block)?;
            self.record += block.len() as u64;
            return Ok(());
        }
        let block = self.file.block(self.block).map_err(|error| self.failed(error))?;
        self.require(block.first())?;
        for record in (0..block.len()).filter_map(|index| block.get(index)) {
            self.builder.push(record)?;
            Self::take_full(&mut self.builder, &mut self.full)?;
        }
        self.record += block.len() as u64;
        Ok(())
    }

    /// Takes the batch from the builder if it is full. (Columns that are read borrow the other fields.)
    fn take_full(builder: &mut BatchBuilder<'f>, full: &mut VecDeque<RecordBatch>) -> Result<(), Error> {
        if builder.is_full() {
            full.push_back(builder.finish()?);
        }
        Ok(())
    }

    fn add_columns(&mut self, block: &ColumnBlock<'_>) -> Result<(), Error> {
        let columns = block.open(self.reader.tree()).map_err(|error| self.failed(block.error(error)))?;
        // (The error of a column says where the block is.)
        let located = |error: Error| error.with_source(|error| block.error(error));
        let mut rows = self.reader.rows(&self.builder, &columns).map_err(located)?;
        while !rows.is_empty() {
            self.builder.push_rows(&mut rows).map_err(located)?;
            Self::take_full(&mut self.builder, &mut self.full)?;
        }
        Ok(())
    }
}

impl<R: Read + Seek> Iterator for FileBatches<'_, R> {
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        if self.is_over {
            return None;
        }
        let next = self.next_batch();
        self.is_over |= next.is_err();
        next.transpose()
    }
}
