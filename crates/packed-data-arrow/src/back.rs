//! Packed records from record batches.

use arrow_array::{Array, ArrayRef, RecordBatch, StructArray};
use packed_data::{Layout, Limits, Packable, Packed};
use packed_data_schema::{Codec, Schema, Type};

use crate::cell::{Cell, FieldsCell};
use crate::error::{Error, ErrorKind};
use crate::form::{Fields, VALUE, shown};

/// Packs the rows of a batch: an iterator of the bytes of each, in the layout of `codec`.
///
/// Columns are matched with fields by their names. Their Arrow types may differ from those that
/// [`arrow_schema`](crate::arrow_schema) has, as long as each value fits: integers of any width, texts and lists with
/// offsets of any width, times in any unit, names as texts or in a dictionary, enums with data as unions or structs. A
/// column may be missing if its field is optional, or has a default and no later one is there. An optional field with a
/// default is absent if its column is missing, or if a field before it is absent; if it is null, it is there, as
/// `None`.
///
/// A row that does not fit is an error with the path and the number of the row; the rows after it can be packed.
///
/// ```
/// use packed_data::{Compact, Packed};
/// use packed_data_arrow::{BatchBuilder, Options, from_batch};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(u32, Option<String>)>();
/// let codec = schema.codec(LayoutId::Compact)?;
/// let record = Packed::<(u32, Option<String>), Compact>::pack(&(1, Some("one".to_owned()))).into_inner();
/// let mut builder = BatchBuilder::new(&codec, &Options::new())?;
/// builder.push(&record)?;
/// let batch = builder.finish()?;
/// assert_eq!(from_batch(&batch, &codec).collect::<Result<Vec<_>, _>>()?, [record]);
///
/// // Another type:
/// let schema = Schema::of::<(u32, u64)>();
/// let error = from_batch(&batch, &schema.codec(LayoutId::Compact)?).next().unwrap().unwrap_err();
/// assert_eq!(error.to_string(), "invalid value: string \"one\", expected u64, in (_, _).1, in record 0");
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
pub fn from_batch<'a>(batch: &'a RecordBatch, codec: &'a Codec<'a>) -> FromBatch<'a> {
    FromBatch { rows: Rows::of(batch, codec.schema()), codec, limits: Limits::DEFAULT, next: 0, first: 0 }
}

/// Packs the rows of a batch as values of a type. See [`from_batch`].
///
/// ```
/// use packed_data::{Indexed, Packed};
/// use packed_data_arrow::{Options, RecordBatches, from_batch_as};
/// use packed_data_schema::{LayoutId, Schema};
///
/// let schema = Schema::of::<(u64, char)>();
/// let codec = schema.codec(LayoutId::Indexed)?;
/// let records = [Ok::<_, std::convert::Infallible>(Packed::<(u64, char), Indexed>::pack(&(1, 'x')))];
/// let mut batches = RecordBatches::new(records, &codec, &Options::new())?;
/// let batch = batches.next().expect("there is a record")?;
/// let back = from_batch_as::<(u64, char), Indexed>(&batch)?;
/// assert_eq!(back[0].unpack()?, (1, 'x'));
/// # Ok::<(), Box<dyn std::error::Error>>(())
/// ```
///
/// # Errors
///
/// A row is not a value of the type, or the layout does not have the type.
pub fn from_batch_as<T: Packable, L: Layout>(batch: &RecordBatch) -> Result<Vec<Packed<T, L>>, Error> {
    let unfit = |error: &dyn std::fmt::Display| Error::new(ErrorKind::Unfit(error.to_string()), String::new());
    let schema = Schema::of::<T>();

    let codec = schema.codec(L::ID).map_err(|error| unfit(&error))?;
    let pack = |(number, bytes): (usize, Result<Vec<u8>, Error>)| {
        // (The type may test more than the schema says.)
        Packed::from_bytes(bytes?).map_err(|error| unfit(&error).in_record(number as u64))
    };
    from_batch(batch, &codec).enumerate().map(pack).collect()
}

/// An iterator of the packed rows of a batch, returned by [`from_batch`].
#[derive(Debug)]
pub struct FromBatch<'a> {
    rows: Rows,
    codec: &'a Codec<'a>,
    limits: Limits,
    next: usize,
    first: u64,
}

impl FromBatch<'_> {
    /// Sets the number of the first row, for errors: 0 otherwise.
    pub fn numbered_from(self, first: u64) -> Self {
        Self { first, ..self }
    }

    /// Sets the limits of each record. ([`Limits::DEFAULT`] otherwise.)
    pub fn with_limits(self, limits: &Limits) -> Self {
        Self { limits: *limits, ..self }
    }
}

impl Iterator for FromBatch<'_> {
    type Item = Result<Vec<u8>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        let index = self.next;
        if index >= self.rows.len() {
            return None;
        }
        self.next += 1;
        let number = self.first.saturating_add(index as u64);
        let schema = self.codec.schema();
        let written = match &self.rows {
            Rows::Fields(rows) => match schema.get(shown(schema, 0)) {
                Type::Struct(of) => self.codec.write(FieldsCell::new(rows, index, schema, &of.fields), &self.limits),
                _ => return None,
            },
            Rows::Values(column) => self.codec.write(Cell::new(column, index, schema, 0), &self.limits),
            Rows::None(_) => {
                let message = format!("expected one column, `{VALUE}`, found others");
                return Some(Err(Error::new(ErrorKind::Unfit(message), schema.name_of(0)).in_record(number)));
            }
        };
        Some(written.map_err(|error| {
            Error::new(ErrorKind::Unfit(error.message().to_owned()), error.path().to_owned()).in_record(number)
        }))
    }
}

/// The rows of a batch.
#[derive(Debug)]
enum Rows {
    /// The columns are the fields.
    Fields(StructArray),
    /// A column has the records.
    Values(ArrayRef),
    /// The records have no column; this is their number.
    None(usize),
}

impl Rows {
    fn of(batch: &RecordBatch, schema: &Schema) -> Self {
        match schema.get(shown(schema, 0)) {
            Type::Struct(of) if Fields::of_struct(of.kind, &of.fields) == Fields::Struct => {
                Self::Fields(StructArray::from(batch.clone()))
            }
            _ => match batch.columns() {
                [column] => Self::Values(column.clone()),
                _ => Self::None(batch.num_rows()),
            },
        }
    }

    fn len(&self) -> usize {
        match self {
            Self::Fields(rows) => rows.len(),
            Self::Values(column) => column.len(),
            Self::None(len) => *len,
        }
    }
}
