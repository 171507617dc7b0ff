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

/// The codecs of other forms for the records of one file, each prepared when a block needs it for the first time.
#[derive(Debug, Default)]
pub(crate) struct Codecs {
    #[cfg(feature = "columns")]
    columns: std::sync::OnceLock<Option<columns::Prepared>>,
}

/// What a codec knows of the records: what the header of the file says.
#[derive(Clone, Copy)]
pub(crate) struct Kind<'h> {
    pub(crate) layout: &'h str,
    pub(crate) schema: &'h str,
    pub(crate) codecs: &'h Codecs,
}

/// Returns the rows of a block in another form.
pub(crate) fn encode<'b>(form: Form, kind: Kind<'_>, rows: Rows<'b>) -> Result<Cow<'b, [u8]>, NoCodec> {
    // (Without a codec nothing is asked.)
    let _ = (kind.layout, kind.schema, kind.codecs, rows.records);
    match form {
        Form::Rows => Ok(Cow::Borrowed(rows.body)),
        #[cfg(feature = "columns")]
        Form::Columns => {
            let encoded = kind.columns().and_then(|prepared| prepared.encode(rows));
            Ok(encoded.map_or(Cow::Borrowed(rows.body), Cow::Owned))
        }
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
    let _ = (kind.layout, kind.schema, kind.codecs, records);
    match form {
        0 => Ok((body.len() as u64 == length).then_some(body)),
        #[cfg(feature = "columns")]
        1 => {
            let rows = kind.columns().and_then(|prepared| prepared.decode(&body, records, length));
            Ok(rows.map(Cow::Owned))
        }
        form => Err(NoCodec { form }),
    }
}

/// Records in columns.
#[cfg(feature = "columns")]
mod columns {
    use packed_data::stream::LIMITS;
    use packed_data::stream::block::Records;
    use packed_data_columns::{ColumnSchema, Columns, Encoder, Error, Options};
    use packed_data_schema::{Codec, Schema};

    use super::{Kind, Rows};

    /// What is known of the records before any block is read.
    #[derive(Debug)]
    pub(super) struct Prepared {
        codec: Codec<'static>,
        tree: ColumnSchema,
    }

    impl<'h> Kind<'h> {
        /// Returns the codec of columns, if the schema and the layout of the file are known.
        pub(super) fn columns(self) -> Option<&'h Prepared> {
            let prepare = || {
                let codec = Schema::parse(self.schema).ok()?.into_codec(self.layout.parse().ok()?).ok()?;
                Some(Prepared { tree: ColumnSchema::new(codec.schema()), codec })
            };
            self.codecs.columns.get_or_init(prepare).as_ref()
        }
    }

    impl Prepared {
        /// Returns the columns of rows; `None` if they would not be the same rows again: records that are no values, or
        /// are packed in another way than the library packs them.
        pub(super) fn encode(&self, rows: Rows<'_>) -> Option<Vec<u8>> {
            let mut encoder = Encoder::new(&self.tree, &self.codec, Options::new().statistics(false).group(0));
            let records = Records::new(rows.body, rows.records)?;
            for record in (0..records.len()).filter_map(|index| records.get(index)) {
                encoder.push(record, &LIMITS).ok()?;
            }
            let columns = encoder.finish().ok()?;
            let again = self.decode(&columns, rows.records, rows.body.len() as u64)?;
            (again == rows.body).then_some(columns)
        }

        /// Returns the rows of columns, which must have this number of bytes; no more are made.
        pub(super) fn decode(&self, columns: &[u8], records: u32, length: u64) -> Option<Vec<u8>> {
            let columns = Columns::open_by(&self.tree, columns).ok();
            let columns = columns.filter(|columns| columns.len() == u64::from(records))?;
            let (mut rows, mut ends) = (Vec::new(), Vec::new());
            let done = columns.records(&self.codec, 0..records.into(), &LIMITS, |record| {
                rows.extend_from_slice(&record);
                let end = u32::try_from(rows.len()).map_err(|_| Stop)?;
                ends.extend(end.to_le_bytes());
                if (rows.len() + ends.len()) as u64 > length { Err(Stop) } else { Ok(()) }
            });
            rows.append(&mut ends);
            (done.is_ok() && rows.len() as u64 == length).then_some(rows)
        }
    }

    /// The columns are not those of the rows.
    struct Stop;

    impl From<Error> for Stop {
        fn from(_: Error) -> Self {
            Self
        }
    }
}
