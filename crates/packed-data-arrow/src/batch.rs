//! Record batches from packed records.

use std::sync::Arc;

use arrow_array::{ArrayRef, RecordBatch, RecordBatchOptions};
use arrow_schema::{ArrowError, Schema as ArrowSchema, SchemaRef};
use packed_data::Limits;
use packed_data_schema::{Codec, FixedField, Schema, Type, TypeIndex, Value, Walker};

use crate::append::Appender;
use crate::column::Finish;
use crate::error::{Error, ErrorKind};
use crate::kind::ColumnIndex;
use crate::options::Options;
use crate::plan::{Plan, Route};

/// A batch ends when its columns have this number of bytes.
const MAX_BYTES: usize = 256 << 20;

/// Returns the Arrow schema of the records of a type.
///
/// ```
/// use packed_data::Packable;
/// use packed_data_arrow::{Options, arrow_schema};
/// use packed_data_schema::Schema;
///
/// #[derive(Packable)]
/// struct Trade {
///     symbol: String,
///     price: Option<f64>,
/// }
///
/// let schema = arrow_schema(&Schema::of::<Trade>(), &Options::new())?;
/// assert_eq!(schema.field(0).to_string(), r#"Field { "symbol": Utf8 }"#);
/// assert_eq!(schema.field(1).to_string(), r#"Field { "price": nullable Float64 }"#);
/// # Ok::<(), packed_data_arrow::Error>(())
/// ```
///
/// # Errors
///
/// Arrow cannot hold the type: it contains itself, for example.
pub fn arrow_schema(schema: &Schema, options: &Options) -> Result<SchemaRef, Error> {
    Ok(Arc::new(ArrowSchema::new(Plan::new(schema, 0, options)?.fields)))
}

/// Gathers packed records in the columns of a record batch. Each record is checked in the same walk that appends it,
/// and no value of it is made in between.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_arrow::{BatchBuilder, Options};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(u32, Option<String>)>();
/// let codec = schema.codec(LayoutId::Compact)?;
/// let mut builder = BatchBuilder::new(&codec, &Options::new())?;
/// for record in [(1, Some("one".to_owned())), (2, None)] {
///     builder.push(Packed::<(u32, Option<String>), Compact>::pack(&record).as_bytes())?;
/// }
/// let batch = builder.finish()?;
/// assert_eq!((batch.num_rows(), batch.column(1).null_count()), (2, 1));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct BatchBuilder<'c> {
    walker: Walker<'c>,
    pub(crate) appender: Appender,
    schema: SchemaRef,
    /// The columns with the places of their fields, if all are [at fixed places](Codec::fixed_field).
    fixed: Option<Vec<(FixedField, ColumnIndex)>>,
    pub(crate) max_rows: usize,
    limits: Limits,
    pub(crate) rows: usize,
    /// The number of the next record.
    pub(crate) number: u64,
}

impl<'c> BatchBuilder<'c> {
    /// Returns a builder whose rows are values of the codec's type.
    ///
    /// # Errors
    ///
    /// Arrow cannot hold the type, or a selected column does not exist.
    pub fn new(codec: &'c Codec<'c>, options: &Options) -> Result<Self, Error> {
        Self::of_type(codec, 0, options)
    }

    /// Returns a builder whose rows are the elements of a sequence, which is the codec's type; `None` if it is another
    /// type. The rows are added by [`push_value`](Self::push_value).
    ///
    /// # Errors
    ///
    /// As those of [`new`](Self::new).
    pub fn of_elements(codec: &'c Codec<'c>, options: &Options) -> Result<Option<Self>, Error> {
        let schema = codec.schema();
        match schema.get(schema.packed(0)) {
            Type::Sequence { element, .. } | Type::Sorted { element } | Type::Array { element, .. } => {
                Self::of_type(codec, *element, options).map(Some)
            }
            _ => Ok(None),
        }
    }

    fn of_type(codec: &'c Codec<'c>, of: TypeIndex, options: &Options) -> Result<Self, Error> {
        let plan = Plan::new(codec.schema(), of, options)?;
        let schema = Arc::new(ArrowSchema::new(plan.fields.clone()));
        let fixed = if of == 0 { fixed(codec, &plan) } else { None };
        Ok(Self {
            walker: Walker::new(codec),
            appender: Appender::new(plan),
            schema,
            fixed,
            max_rows: options.rows,
            limits: Limits::DEFAULT,
            rows: 0,
            number: 0,
        })
    }

    /// Sets the limits of each record. ([`Limits::DEFAULT`] otherwise.)
    pub fn with_limits(self, limits: &Limits) -> Self {
        Self { limits: *limits, ..self }
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        self.schema.clone()
    }

    /// Returns the number of rows since the last batch.
    pub fn len(&self) -> usize {
        self.rows
    }

    /// Returns whether there are none.
    pub fn is_empty(&self) -> bool {
        self.rows == 0
    }

    /// Returns whether the batch has the rows or bytes at which it ends.
    pub fn is_full(&self) -> bool {
        self.rows >= self.max_rows || self.appender.taken >= MAX_BYTES
    }

    /// Checks a record, and adds it as a row.
    ///
    /// # Errors
    ///
    /// The bytes are not a value of the type, or a column cannot hold a part of it. The rows since the last batch are
    /// lost then.
    pub fn push(&mut self, record: &[u8]) -> Result<(), Error> {
        self.appender.begin_record(record.len());
        let checked = self.walker.check(record, &self.limits, &mut self.appender);
        let checked = checked.map_err(|error| Error::new(ErrorKind::Invalid(error), String::new()));
        self.end_record(checked.map(|_| ()))
    }

    /// Adds a value of the codec that [was checked](Codec::read) as a row; returns the offset of its end.
    ///
    /// # Errors
    ///
    /// A column cannot hold a part of it, or the bytes were not checked, and are not a value. The rows since the last
    /// batch are lost then.
    pub fn push_value(&mut self, value: &Value<'_>) -> Result<usize, Error> {
        self.appender.begin_record(value.rest().len());
        let end = self.walker.value(value, &mut self.appender);
        self.end_record(end.ok_or_else(not_checked).map(drop))?;
        Ok(end.unwrap_or_default())
    }

    /// Adds a record of the codec's type that [was checked](Codec::validate) as a row. If all columns are of fields at
    /// [fixed places](Codec::fixed_field), only those are read.
    ///
    /// # Errors
    ///
    /// As those of [`push_value`](Self::push_value).
    pub fn push_checked(&mut self, record: &[u8]) -> Result<(), Error> {
        let Some(fixed) = &self.fixed else {
            return self.push_value(&self.walker.codec().value(record)).map(drop);
        };
        self.appender.begin_record(record.len());
        let mut is_valid = true;
        for (field, column) in fixed {
            match field.read(record) {
                Some(value) => self.appender.push_fixed(*column, value),
                None => is_valid = false,
            }
        }
        let result = if is_valid { Ok(()) } else { Err(not_checked()) };
        self.end_record(result)
    }

    fn end_record(&mut self, result: Result<(), Error>) -> Result<(), Error> {
        self.end_records(result, 1)
    }

    /// Returns the codec of the records.
    #[cfg(feature = "columns")]
    pub(crate) fn codec(&self) -> &'c Codec<'c> {
        self.walker.codec()
    }

    /// Ends records that were appended.
    pub(crate) fn end_records(&mut self, result: Result<(), Error>, count: usize) -> Result<(), Error> {
        let number = self.number;
        self.number += count as u64;
        let path = |column: ColumnIndex| self.appender.plan.path(column);
        let result = match self.appender.error.take() {
            Some((kind, column)) => Err(Error::new(kind, column.map(path).unwrap_or_default())),
            None => result,
        };
        match result {
            Ok(()) => {
                self.rows += count;
                Ok(())
            }
            Err(error) => {
                self.clear();
                Err(error.in_record(number))
            }
        }
    }

    fn clear(&mut self) {
        self.appender.clear();
        self.rows = 0;
    }

    /// Returns the rows since the last batch.
    ///
    /// # Errors
    ///
    /// Returns an error of Arrow; none is known to happen. The rows are lost then.
    pub fn finish(&mut self) -> Result<RecordBatch, Error> {
        let batch = self.batch();
        self.clear();
        Ok(batch?)
    }

    fn batch(&mut self) -> Result<RecordBatch, ArrowError> {
        let Appender { plan, columns, .. } = &mut self.appender;
        let mut finish = Finish { plans: &plan.columns, columns };
        let mut arrays: Vec<ArrayRef> = Vec::with_capacity(plan.top.len());
        for (index, column) in plan.top.iter().enumerate() {
            // (A column may be selected twice.)
            let first = plan.top.iter().position(|other| other == column).filter(|first| *first < index);
            arrays.push(match first.and_then(|first| arrays.get(first)) {
                Some(array) => array.clone(),
                None => finish.array(*column)?,
            });
        }
        let options = RecordBatchOptions::new().with_row_count(Some(self.rows));
        RecordBatch::try_new_with_options(self.schema.clone(), arrays, &options)
    }
}

/// Returns the error of bytes that should have been checked.
fn not_checked() -> Error {
    Error::new(ErrorKind::Unfit("the bytes are not a value of their type".into()), String::new())
}

/// Returns the places of the fields that the columns have, if all are at fixed places.
fn fixed(codec: &Codec<'_>, plan: &Plan) -> Option<Vec<(FixedField, ColumnIndex)>> {
    let mut root = plan.root;
    while let Route::Through(inner) = plan.routes[root] {
        root = inner;
    }
    let Route::Struct { parts, .. } = &plan.routes[root] else { return None };
    let mut fixed = Vec::new();
    for (index, part) in parts.iter().enumerate() {
        let mut route = part.route;
        while let Route::Through(inner) = plan.routes[route] {
            route = inner;
        }
        match plan.routes[route] {
            Route::Skip => {}
            Route::Leaf(column) | Route::Names(column) => fixed.push((codec.fixed_field(index)?, column)),
            _ => return None,
        }
    }
    Some(fixed)
}

/// An iterator of record batches over an iterator of packed records. At any time there is one batch in memory.
///
/// The records are results, as those of the readers of `packed-data-file` are, of anything that has the bytes of a
/// record: a `Packed`, a `Vec<u8>`, a slice. An error ends the iteration: a record that is damaged, or one that the
/// iterator of records returns, with the number of the record.
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_arrow::{Options, RecordBatches};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(u64, char)>();
/// let codec = schema.codec(LayoutId::Indexed)?;
/// let records = (0..10).map(|number| {
///     Ok::<_, std::convert::Infallible>(Packed::<(u64, char), Indexed>::pack(&(number, 'x')))
/// });
/// let batches = RecordBatches::new(records, &codec, &Options::new().rows(4))?;
/// let rows: Vec<usize> = batches.map(|batch| Ok(batch?.num_rows())).collect::<Result<_, packed_data_arrow::Error>>()?;
/// assert_eq!(rows, [4, 4, 2]);
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
#[derive(Debug)]
pub struct RecordBatches<'c, I> {
    builder: BatchBuilder<'c>,
    records: Option<I>,
}

impl<'c, I, R, E> RecordBatches<'c, I>
where
    I: Iterator<Item = Result<R, E>>,
    R: AsRef<[u8]>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    /// Returns the batches of records in the layout and of the type of `codec`.
    ///
    /// # Errors
    ///
    /// Arrow cannot hold the type, or a selected column does not exist.
    pub fn new(
        records: impl IntoIterator<IntoIter = I>,
        codec: &'c Codec<'c>,
        options: &Options,
    ) -> Result<Self, Error> {
        Ok(Self { builder: BatchBuilder::new(codec, options)?, records: Some(records.into_iter()) })
    }

    /// Returns the schema of the batches.
    pub fn schema(&self) -> SchemaRef {
        self.builder.schema()
    }

    fn next_batch(&mut self) -> Result<Option<RecordBatch>, Error> {
        let Some(records) = &mut self.records else { return Ok(None) };
        for record in records {
            let number = self.builder.number;
            let record =
                record.map_err(|error| Error::new(ErrorKind::Source(error.into()), String::new()).in_record(number))?;
            self.builder.push(record.as_ref())?;
            if self.builder.is_full() {
                return self.builder.finish().map(Some);
            }
        }
        self.records = None;
        if self.builder.is_empty() { Ok(None) } else { self.builder.finish().map(Some) }
    }
}

impl<I, R, E> Iterator for RecordBatches<'_, I>
where
    I: Iterator<Item = Result<R, E>>,
    R: AsRef<[u8]>,
    E: Into<Box<dyn std::error::Error + Send + Sync>>,
{
    type Item = Result<RecordBatch, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let next = self.next_batch();
        if next.is_err() {
            self.records = None;
        }
        next.transpose()
    }
}
