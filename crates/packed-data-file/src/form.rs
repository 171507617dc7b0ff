//! The form of the records in a block: one module that a codec of another form is plugged in to.

use std::borrow::Cow;

/// The form in which a block stores its records. Readers return the same records in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The records follow each other, as they are packed: they are used in place.
    #[default]
    Rows,
    /// The values of each column follow each other, as the crate `packed-data-columns` has them (feature `columns`):
    /// fewer bytes, which readers make rows again. A block whose records would not come back byte for byte is stored as
    /// rows. Without the feature, to write such a block or to read one is an [`Error::Form`](crate::Error::Form).
    Columns,
}

impl Form {
    /// Returns the number in the header of a block.
    pub(crate) fn number(self) -> u8 {
        match self {
            Self::Rows => 0,
            Self::Columns => 1,
        }
    }

    /// Returns the name of a form, by its number in the header of a block: `rows`, `columns`. `None` if this version
    /// knows no such form.
    pub fn name_of(form: u8) -> Option<&'static str> {
        ["rows", "columns"].get(usize::from(form)).copied()
    }
}

/// The rows of a block: records that follow each other, then the table of their ends.
#[derive(Clone, Copy)]
pub(crate) struct Rows<'b> {
    pub(crate) body: &'b [u8],
    pub(crate) records: u32,
}

/// This program lacks the codec of a form.
pub(crate) struct NoCodec {
    pub(crate) form: u8,
}

/// What a codec knows of the records: what the header of the file says.
#[derive(Clone, Copy)]
pub(crate) struct Kind<'h> {
    pub(crate) layout: &'h str,
    pub(crate) schema: &'h str,
}

/// Returns the rows of a block in another form.
pub(crate) fn encode<'b>(form: Form, kind: Kind<'_>, rows: Rows<'b>) -> Result<Cow<'b, [u8]>, NoCodec> {
    // (Without a codec nothing is asked.)
    let _ = (kind.layout, kind.schema, rows.records);
    match form {
        Form::Rows => Ok(Cow::Borrowed(rows.body)),
        #[cfg(feature = "columns")]
        Form::Columns => Ok(columns::encode(kind, rows).map_or(Cow::Borrowed(rows.body), Cow::Owned)),
        #[cfg(not(feature = "columns"))]
        Form::Columns => Err(NoCodec { form: form.number() }),
    }
}

/// Returns the body of a block in the form with this number as rows; `None` if it is not valid. `length` is the size
/// that the header of the block claims for the rows.
pub(crate) fn decode<'b>(
    form: u8,
    kind: Kind<'_>,
    body: Cow<'b, [u8]>,
    records: u32,
    length: u64,
) -> Result<Option<Cow<'b, [u8]>>, NoCodec> {
    // (Without a codec nothing is asked.)
    let _ = (kind.layout, kind.schema, records);
    match form {
        0 => Ok((body.len() as u64 == length).then_some(body)),
        #[cfg(feature = "columns")]
        1 => Ok(columns::decode(kind, &body, records, length).map(Cow::Owned)),
        form => Err(NoCodec { form }),
    }
}

/// Records in columns.
#[cfg(feature = "columns")]
mod columns {
    use packed_data::stream::LIMITS;
    use packed_data::stream::block::Records;
    use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Options};
    use packed_data_schema::{LayoutId, Schema};

    use super::{Kind, Rows};

    /// Returns the schema and the layout of the records, if they are known.
    fn parse(kind: Kind<'_>) -> Option<(Schema, LayoutId)> {
        Schema::parse(kind.schema).ok().zip(kind.layout.parse().ok())
    }

    /// Returns the columns of rows; `None` if they would not be the same rows again: records that are no values, or are
    /// packed in another way than the library packs them.
    pub(super) fn encode(kind: Kind<'_>, rows: Rows<'_>) -> Option<Vec<u8>> {
        let (schema, layout) = parse(kind)?;
        let (codec, tree) = (schema.codec(layout).ok()?, ColumnSchema::new(&schema));
        let mut encoder = Encoder::new(&tree, &codec, Options::new().statistics(false).group(0));
        let records = Records::new(rows.body, rows.records)?;
        for record in (0..records.len()).filter_map(|index| records.get(index)) {
            encoder.push(record, &LIMITS).ok()?;
        }
        let columns = encoder.finish().ok()?;
        let again = decode(kind, &columns, rows.records, rows.body.len() as u64)?;
        (again == rows.body).then_some(columns)
    }

    /// Returns the rows of columns, which must have this number of bytes; no more are made.
    pub(super) fn decode(kind: Kind<'_>, columns: &[u8], records: u32, length: u64) -> Option<Vec<u8>> {
        let (schema, layout) = parse(kind)?;
        let (codec, tree) = (schema.codec(layout).ok()?, ColumnSchema::new(&schema));
        let columns = Columns::open_by(&tree, columns).ok().filter(|columns| columns.len() == u64::from(records))?;
        let (mut rows, mut ends) = (Vec::new(), Vec::new());
        let done = columns.records(&codec, 0..records.into(), &LIMITS, |record| {
            rows.extend_from_slice(&record);
            let end = u32::try_from(rows.len()).map_err(|_| Stop)?;
            ends.extend(end.to_le_bytes());
            if (rows.len() + ends.len()) as u64 > length { Err(Stop) } else { Ok(()) }
        });
        rows.append(&mut ends);
        (done.is_ok() && rows.len() as u64 == length).then_some(rows)
    }

    /// The columns are not those of the rows.
    struct Stop;

    impl From<Error> for Stop {
        fn from(_: Error) -> Self {
            Self
        }
    }
}
