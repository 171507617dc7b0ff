//! Errors of files, with both types where a type is wrong.

use std::fmt;
use std::io;
use std::path::{Path, PathBuf};

use packed_data::Fingerprint;
use packed_data::error::Printable;
use packed_data_schema::Schema;

use crate::compression::{Compression, NoMethod};
use crate::content::Content;
use crate::form::{Form, NoCodec};
use crate::magic::MagicError;

/// Why a file, or a part of it, was not read or written.
///
/// ```
/// use packed_data::Compact;
/// use packed_data_file::Error;
///
/// let error = packed_data_file::read_value::<u32, Compact>(b"\x89PNG\r\n\x1A\n").unwrap_err();
/// assert!(matches!(error, Error::Magic(_)));
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum Error {
    /// A file that the caller opened, so that its path is not known, could not be read or written.
    Io(io::Error),
    /// The file at a path could not be read or written.
    File {
        /// The path.
        path: PathBuf,
        /// What failed.
        error: io::Error,
    },
    /// The file begins with other bytes.
    Magic(MagicError),
    /// The header is damaged, so it is not known what is in the file.
    Header,
    /// The file contains one value where records are expected, or the other way round.
    Content {
        /// What was expected.
        expected: Content,
        /// What was found.
        found: Content,
    },
    /// The file contains values of another type, or in another layout.
    Type(Box<TypeError>),
    /// The file ends too early: it was cut off.
    Truncated {
        /// The size in bytes that it should have.
        expected: u64,
        /// The size in bytes that it has.
        found: u64,
    },
    /// There are bytes after the value.
    Trailing {
        /// Their number.
        bytes: u64,
    },
    /// Bytes are not those that were written.
    Damaged {
        /// Where they begin in the file.
        offset: u64,
        /// Their number.
        bytes: u64,
        /// The number of the first record among them, if it is known.
        first: Option<u64>,
        /// The number of records, if it is known.
        records: Option<u64>,
    },
    /// There is no such record.
    NoRecord {
        /// The number that was asked for.
        number: u64,
        /// The number of records in the file.
        records: u64,
    },
    /// A record was lost: the file has records before it and after it.
    Lost {
        /// The number of the record.
        number: u64,
    },
    /// A value is not valid, although its checksum is right: a program wrote it that does not know the type.
    Value {
        /// Where the value begins in the file.
        offset: u64,
        /// The number of the record; `None` if the file is one value.
        number: Option<u64>,
        /// What is wrong.
        error: packed_data::Error,
    },
    /// A block is compressed, by a method that this program does not have.
    Compression {
        /// The number of the method: 1 is Zstandard (feature `zstd`), 2 is LZ4 (feature `lz4`).
        method: u8,
    },
    /// A block has its records in a form that this program cannot read or write.
    Form {
        /// The number of the form: 0 is rows, 1 is columns.
        form: u8,
    },
    /// A column of a block is not valid, although the checksum of the block is right.
    #[cfg(feature = "columns")]
    Columns(Box<crate::ColumnError>),
    /// The file has more bytes than the limits allow.
    TooLarge {
        /// The limit in bytes.
        limit: usize,
    },
    /// The schema in a header, or of a type that is to be written, is longer than
    /// [`Schema::MAX_TEXT`](packed_data_schema::Schema::MAX_TEXT).
    Schema {
        /// Its length in bytes.
        bytes: usize,
    },
    /// An earlier write failed, so that the end of the file is not known. [`append`](crate::Options::append) repairs
    /// it.
    Broken,
}

/// A file of another type: both types, and how they differ.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct TypeError {
    /// The layout that was expected.
    pub expected_layout: String,
    /// The layout of the file.
    pub found_layout: String,
    /// The fingerprint of the type that was expected.
    pub expected: Fingerprint,
    /// The fingerprint of the type in the file.
    pub found: Fingerprint,
    /// The schema of the type that was expected.
    pub expected_schema: String,
    /// The schema in the file.
    pub found_schema: String,
    /// The differences of the types, for people; empty if only the layouts differ.
    pub differences: String,
}

impl fmt::Display for TypeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { expected_layout, found_layout, expected, found, .. } = self;
        if expected_layout != found_layout {
            write!(f, "another layout: expected {expected_layout}, found {}", Printable(found_layout))?;
            if expected == found {
                return Ok(());
            }
            f.write_str("; and ")?;
        }
        let (ours, theirs) = (name(&self.expected_schema), name(&self.found_schema));
        write!(f, "another type: expected {ours} ({expected}), found {theirs} ({found})")?;
        f.write_str(&self.differences)
    }
}

/// Returns the name of the type of a schema; of a text that this version does not know, its line about the type.
fn name(schema: &str) -> String {
    match Schema::parse(schema) {
        Ok(schema) => schema.name_of(0),
        Err(_) => {
            let line: String = schema.lines().nth(1).unwrap_or("no schema").chars().take(40).collect();
            Printable(line).to_string()
        }
    }
}

impl Error {
    /// Returns the error of the file at a path.
    #[cold]
    pub(crate) fn of_file(path: &Path, error: io::Error) -> Self {
        Self::File { path: path.into(), error }
    }

    /// Returns this error, with the path if it is about the file as such.
    #[cold]
    pub(crate) fn in_file(self, path: &Path) -> Self {
        match self {
            Self::Io(error) => Self::of_file(path, error),
            other => other,
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Io(error) => error.fmt(f),
            // (Within quotation marks, what is not printable is escaped.)
            Self::File { path, error } => write!(f, "file {path:?}: {error}"),
            Self::Magic(error) => error.fmt(f),
            Self::Schema { bytes } => {
                let most = Schema::MAX_TEXT;
                write!(
                    f,
                    "schema too long: expected at most {most} bytes, found {bytes}; use a type that consists of fewer types"
                )
            }
            Self::Header => f.write_str("damaged header: expected an intact one, found another checksum or content"),
            Self::Content { expected, found } => write!(f, "another content: expected {expected}, found {found}"),
            Self::Type(error) => error.fmt(f),
            Self::Truncated { expected, found } => {
                write!(f, "truncated file: expected {expected} bytes, found {found}")
            }
            Self::Trailing { bytes } => write!(f, "trailing bytes: expected the end of the file, found {bytes} more"),
            Self::Damaged { offset, bytes, first, records } => {
                write!(f, "damaged: expected intact bytes, found {bytes} that are not, at byte {offset} of the file")?;
                match (first, records) {
                    (Some(first), Some(records)) => write!(f, ", with {records} records from number {first}"),
                    _ => Ok(()),
                }
            }
            Self::NoRecord { number, records } => {
                write!(f, "no such record: expected a number below {records}, found {number}")
            }
            Self::Lost { number } => write!(f, "lost record: expected the record {number}, found no block with it"),
            Self::Value { offset, number: Some(number), error } => {
                write!(f, "invalid record {number}, at byte {offset} of the file: {error}")
            }
            Self::Value { offset, number: None, error } => {
                write!(f, "invalid value, at byte {offset} of the file: {error}")
            }
            Self::Compression { method } => {
                write!(f, "compressed block: expected a method that this program has, found {method}")?;
                Compression::name_of(*method).map_or(Ok(()), |name| write!(f, " ({name})"))
            }
            Self::Form { form } => {
                write!(f, "block in another form: expected one that this program has, found {form}")?;
                Form::name_of(*form).map_or(Ok(()), |name| write!(f, " ({name})"))
            }
            #[cfg(feature = "columns")]
            Self::Columns(error) => error.fmt(f),
            Self::TooLarge { limit } => write!(f, "too large: expected at most {limit} bytes, found more"),
            Self::Broken => f.write_str("broken writer: an earlier write failed; open the file again, to append"),
        }
    }
}

impl std::error::Error for Error {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Io(error) | Self::File { error, .. } => Some(error),
            Self::Value { error, .. } => Some(error),
            #[cfg(feature = "columns")]
            Self::Columns(error) => Some(error.column()),
            _ => None,
        }
    }
}

impl From<io::Error> for Error {
    fn from(error: io::Error) -> Self {
        Self::Io(error)
    }
}

impl From<NoMethod> for Error {
    fn from(NoMethod { method }: NoMethod) -> Self {
        Self::Compression { method }
    }
}

impl From<NoCodec> for Error {
    fn from(NoCodec { form }: NoCodec) -> Self {
        Self::Form { form }
    }
}

#[cfg(feature = "columns")]
impl From<crate::ColumnError> for Error {
    fn from(error: crate::ColumnError) -> Self {
        Self::Columns(Box::new(error))
    }
}

impl From<MagicError> for Error {
    fn from(error: MagicError) -> Self {
        Self::Magic(error)
    }
}
