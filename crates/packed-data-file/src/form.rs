//! The form of the records in a block: one module that a codec of another form is plugged in to.

use std::borrow::Cow;

/// The form in which a block stores its records. Readers return the same records in each.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub enum Form {
    /// The records follow each other, as they are packed: they are used in place.
    #[default]
    Rows,
    /// The values of each column follow each other. (This version has no codec for it: to write such a block, or to
    /// read one, is an [`Error::Form`](crate::Error::Form).)
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
    let _ = (kind.layout, kind.schema, rows.records);
    match form {
        Form::Rows => Ok(Cow::Borrowed(rows.body)),
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
    let _ = (kind, records);
    match form {
        0 => Ok((body.len() as u64 == length).then_some(body)),
        form => Err(NoCodec { form }),
    }
}
