//! What can be wrong, in which record and part.

use std::error::Error as StdError;
use std::fmt;

use arrow_schema::ArrowError;
use packed_data::error::Printable;

/// Why records do not become record batches, or batches not records: what is wrong, in which record, and in which part
/// of it.
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    path: String,
    record: Option<u64>,
}

/// What is wrong.
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// A type contains itself: no Arrow type has values of any depth.
    Recursive,
    /// A type has more columns than the limit, nested columns included.
    TooManyColumns {
        /// The greatest number.
        limit: usize,
    },
    /// The names of all columns of a type together exceed the limit. A type that occurs several times has its names
    /// each time.
    NamesTooLong {
        /// The greatest number of bytes.
        limit: usize,
    },
    /// A type nests more deeply than columns do.
    TooDeep {
        /// The greatest depth.
        limit: usize,
    },
    /// An enum with data has more constructors than a union may have.
    TooManyConstructors {
        /// The greatest number.
        limit: usize,
    },
    /// There is no such column.
    NoColumn,
    /// A time or duration does not fit 64 bits of nanoseconds.
    OutOfRange,
    /// The text or the elements of a column in one batch exceed what offsets of 32 bits reach.
    TooLarge,
    /// A record has few bytes, but takes very many in the columns: because of nulls that take as much as values, or of
    /// values without bytes.
    RecordTooLarge {
        /// The greatest number of bytes, beside 64 for each byte of the record.
        limit: usize,
    },
    /// The bytes are not a value of their type.
    Invalid(packed_data_schema::Error),
    /// A row is not a value of the type.
    Unfit(String),
    /// The source of the records has failed.
    Source(Box<dyn StdError + Send + Sync>),
    /// An error of Arrow's own.
    Arrow(ArrowError),
}

impl Error {
    /// Returns an error. (A path has names from outside.)
    pub(crate) fn new(kind: ErrorKind, path: String) -> Self {
        Self { kind, path: Printable(path).to_string(), record: None }
    }

    pub(crate) fn in_record(self, record: u64) -> Self {
        Self { record: Some(record), ..self }
    }

    /// Returns the error with another source, if it is of columns.
    #[cfg(feature = "file")]
    pub(crate) fn with_source<E: StdError + Send + Sync + 'static>(
        self,
        with: impl FnOnce(packed_data_columns::Error) -> E,
    ) -> Self {
        let kind = match self.kind {
            ErrorKind::Source(error) => ErrorKind::Source(match error.downcast::<packed_data_columns::Error>() {
                Ok(error) => with(*error).into(),
                Err(other) => other,
            }),
            other => other,
        };
        Self { kind, ..self }
    }

    /// Returns what is wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns the path to the part that is wrong; empty if it is the whole.
    pub fn path(&self) -> &str {
        match &self.kind {
            ErrorKind::Invalid(error) => error.path(),
            _ => &self.path,
        }
    }

    /// Returns the number of the record, or of the row, that is wrong. The first is 0.
    pub fn record(&self) -> Option<u64> {
        self.record
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Recursive => f.write_str("a type that contains itself has no columns"),
            Self::TooManyColumns { limit } => write!(f, "too many columns: expected at most {limit}, found more"),
            Self::NamesTooLong { limit } => {
                write!(f, "names too long: expected columns with at most {limit} bytes of names, found more")
            }
            Self::TooDeep { limit } => write!(f, "too deep: expected columns in at most {limit} levels, found more"),
            Self::TooManyConstructors { limit } => {
                write!(f, "too many constructors for a union: expected at most {limit}, found more")
            }
            Self::NoColumn => f.write_str("no such column"),
            Self::OutOfRange => f.write_str("out of range: expected a time in 64 bits of nanoseconds, found another"),
            Self::TooLarge => f.write_str("too large: expected a column within offsets of 32 bits, found a larger one"),
            Self::RecordTooLarge { limit } => {
                write!(f, "too large: expected a record of at most {limit} bytes in columns, found a larger one")
            }
            Self::Invalid(error) => error.fmt(f),
            Self::Unfit(message) => Printable(message).fmt(f),
            Self::Source(error) => error.fmt(f),
            Self::Arrow(error) => Printable(error).fmt(f),
        }
    }
}

/// Prints what is wrong, then the path, then the number of the record.
impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.kind.fmt(f)?;
        if !self.path.is_empty() {
            write!(f, ", in {}", self.path)?;
        }
        match self.record {
            Some(record) => write!(f, ", in record {record}"),
            None => Ok(()),
        }
    }
}

impl StdError for Error {
    fn source(&self) -> Option<&(dyn StdError + 'static)> {
        match &self.kind {
            ErrorKind::Invalid(error) => Some(error),
            ErrorKind::Source(error) => Some(&**error),
            ErrorKind::Arrow(error) => Some(error),
            _ => None,
        }
    }
}

impl From<ArrowError> for Error {
    fn from(error: ArrowError) -> Self {
        Self::new(ErrorKind::Arrow(error), String::new())
    }
}

impl From<Error> for ArrowError {
    fn from(error: Error) -> Self {
        ArrowError::ExternalError(Box::new(error))
    }
}
