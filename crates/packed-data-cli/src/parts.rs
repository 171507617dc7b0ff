//! Parts of records that are stored in columns: the columns of all others are not read (feature `columns`).

use std::ops::Range;

use packed_data::Limits;
use packed_data_columns::{ColumnFilter, ColumnSchema, Error, PartialReader};
use packed_data_file::ColumnBlock;
use packed_data_schema::Codec;
use packed_data_schema::filter::{Condition, Logic};
use packed_data_schema::path::Path;

use crate::error::Outcome;
use crate::input::{Found, RecordFile};

/// Which parts of records are read: first those that a condition tests, of all records; then those that are needed, of
/// the records that fulfil it.
pub(crate) struct Parts {
    tree: ColumnSchema,
    tested: Option<PartialReader>,
    needed: PartialReader,
}

/// Parts of records, with the condition.
pub(crate) struct Compiled<'p> {
    parts: &'p Parts,
    filter: Option<ColumnFilter<'p>>,
}

impl Parts {
    /// Returns which parts are read of records; `None` if they are read whole, and all of them.
    pub(crate) fn new(codec: &Codec<'_>, condition: Option<&Condition>, needed: Option<&[Path]>) -> Option<Self> {
        let (tree, layout) = (ColumnSchema::new(codec.schema()), codec.layout());
        let of = |paths: &[Path]| PartialReader::new(&tree, layout, paths).ok().flatten();
        let tested = match condition {
            Some(condition) => Some(of(&condition.paths().into_iter().cloned().collect::<Vec<_>>())?),
            None => None,
        };
        let needed = match (needed, &tested) {
            (Some(paths), _) => of(paths)?,
            (None, Some(_)) => PartialReader::of_all(&tree, layout)?,
            (None, None) => return None,
        };
        Some(Self { tree, tested, needed })
    }

    /// Compiles the condition for its parts.
    pub(crate) fn compiled(&self, condition: Option<&Condition>) -> Option<Compiled<'_>> {
        let filter = match self.tested.as_ref().zip(condition) {
            Some((tested, condition)) => Some(ColumnFilter::new(tested, &self.tree, condition, Logic::TwoValued).ok()?),
            None => None,
        };
        Some(Compiled { parts: self, filter })
    }
}

impl Compiled<'_> {
    /// Calls `f` with each record of a block in a range that fulfils the condition, or with what is wrong with the
    /// block; and `pass` with numbers of records that do not. Returns `false` if the block is not of columns.
    ///
    /// # Errors
    ///
    /// Returns an error if `f` does.
    pub(crate) fn read(
        &self,
        blocks: &RecordFile,
        index: usize,
        range: &Range<u64>,
        pass: &mut dyn FnMut(u64),
        f: &mut dyn FnMut(Found<'_>, bool) -> Outcome,
    ) -> Outcome<bool> {
        let block = match blocks.columns(index) {
            Ok(Some(block)) => block,
            Ok(None) => return Ok(false),
            Err(error) => return f(Err(error.to_string()), true).map(|()| true),
        };
        let first = block.first();
        let [start, end] = [range.start, range.end].map(|end| end.saturating_sub(first).min(block.len() as u64));
        match self.records(&block, start..end) {
            Ok(records) => {
                pass((end - start).saturating_sub(records.len() as u64));
                let value = |bytes| self.parts.needed.codec().value(bytes);
                records.iter().try_for_each(|(number, bytes)| f(Ok((first + number, value(bytes))), true))?;
            }
            Err(error) => f(Err(block.error(error).to_string()), true)?,
        }
        Ok(true)
    }

    /// Returns the records of a block that fulfil the condition, with their numbers in the block.
    fn records(&self, block: &ColumnBlock<'_>, numbers: Range<u64>) -> Result<Vec<(u64, Vec<u8>)>, Error> {
        let columns = block.open(&self.parts.tree)?;
        let found = match &self.filter {
            Some(filter) => filter.matching(&columns, numbers, &Limits::DEFAULT)?,
            None => numbers.collect(),
        };
        let mut records = Vec::with_capacity(found.len());
        if !found.is_empty() {
            self.parts.needed.read(&columns, found, &Limits::DEFAULT, |number, record| {
                records.push((number, record));
                Ok::<(), Error>(())
            })?;
        }
        Ok(records)
    }
}
