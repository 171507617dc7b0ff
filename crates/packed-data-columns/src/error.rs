//! Why bytes are not columns, or values cannot be taken from them.

use alloc::string::String;
use core::fmt;

use packed_data_schema::{ReadError, WriteError};

/// Why bytes are not columns of values of a type.
#[derive(Clone, PartialEq)]
pub struct Error {
    kind: ErrorKind,
    offset: usize,
    path: String,
}

/// What is wrong.
#[derive(Clone, Debug, PartialEq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// What was expected, and found.
    Unexpected(&'static str, String),
    /// The values would take more bytes than this.
    TooLarge(usize),
    /// The columns are those of another type.
    OtherType,
    /// No column has this path.
    NoColumn(String),
    /// The column has values of another type: the one that was expected, and that of the column.
    OtherColumn(&'static str, &'static str),
    /// The values are not valid, or cannot be packed in the layout.
    Value(String),
}

impl Error {
    /// Returns an error at an offset of the bytes, in the column with this path; an empty one is that of no column.
    pub(crate) fn new(kind: ErrorKind, offset: usize, path: String) -> Self {
        Self { kind, offset, path }
    }

    pub(crate) fn other_type() -> Self {
        Self::new(ErrorKind::OtherType, 0, String::new())
    }

    pub(crate) fn unexpected(expected: &'static str, found: impl fmt::Display, offset: usize, path: String) -> Self {
        Self::new(ErrorKind::Unexpected(expected, alloc::format!("{found}")), offset, path)
    }

    /// Returns the error of a number of a value that there is not, or that does not come after the last one.
    pub(crate) fn no_value(number: u64) -> Self {
        Self::unexpected("numbers of values that there are, in order", number, 0, String::new())
    }

    /// Returns the error of a number of values that is not the one that was expected.
    pub(crate) fn other_count(expected: u64, found: u64) -> Self {
        Self::unexpected(
            "as many values as there are records",
            format_args!("{found} instead of {expected}"),
            0,
            String::new(),
        )
    }

    /// Returns an error of values that columns have.
    pub(crate) fn value(error: impl fmt::Display) -> Self {
        Self::new(ErrorKind::Value(alloc::format!("{error}")), 0, String::new())
    }

    /// Returns what is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the offset in bytes at which it was noticed; 0 if it is no byte of the columns.
    pub fn offset(&self) -> usize {
        self.offset
    }

    /// Returns the path of the column; empty if it is none.
    pub fn path(&self) -> &str {
        &self.path
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match &self.kind {
            ErrorKind::Unexpected(expected, found) => write!(f, "expected {expected}, found {found}")?,
            ErrorKind::TooLarge(limit) => return write!(f, "too large: expected at most {limit} bytes of values"),
            ErrorKind::OtherType => return f.write_str("the columns are those of another type"),
            ErrorKind::NoColumn(path) => {
                return write!(f, "no column has the path `{}`", packed_data::error::Printable(path));
            }
            ErrorKind::OtherColumn(expected, found) => {
                return write!(f, "the column {} is of {found}, and not of {expected}", self.path);
            }
            ErrorKind::Value(error) => return f.write_str(error),
        }
        write!(f, ", at byte {}", self.offset)?;
        if self.path.is_empty() { Ok(()) } else { write!(f, " in the column {}", self.path) }
    }
}

/// Prints what `Display` prints.
impl fmt::Debug for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        fmt::Display::fmt(self, f)
    }
}

impl core::error::Error for Error {}

impl From<ReadError> for Error {
    fn from(error: ReadError) -> Self {
        Self::value(error)
    }
}

impl From<packed_data_schema::Error> for Error {
    fn from(error: packed_data_schema::Error) -> Self {
        Self::value(error)
    }
}

impl From<WriteError> for Error {
    fn from(error: WriteError) -> Self {
        Self::value(error)
    }
}

impl From<packed_data_schema::Unsupported> for Error {
    fn from(error: packed_data_schema::Unsupported) -> Self {
        Self::value(error)
    }
}

impl From<packed_data::Error> for Error {
    fn from(error: packed_data::Error) -> Self {
        Self::value(error)
    }
}
