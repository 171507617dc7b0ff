//! Errors of tables, generic over the error of the database.

use std::fmt;

use packed_data::error::Printable;
use packed_data_schema::NoSortKeys;

use crate::key::{KeyError, RangeError};

/// Why a table was not opened, read or written. `D` is the error of the database.
#[derive(Debug)]
#[non_exhaustive]
pub enum Error<D> {
    /// The database failed.
    Database(D),
    /// There is no such table.
    NoTable {
        /// Its name.
        table: String,
    },
    /// There is a table of that name, but the database does not say what is in it: another program made it.
    NoHeader {
        /// Its name.
        table: String,
    },
    /// The table contains values of another type, or its header is damaged.
    Header {
        /// Its name.
        table: String,
        /// What is wrong: usually [`Type`](packed_data_file::Error::Type), which shows both types.
        error: Box<packed_data_file::Error>,
    },
    /// The table has keys of another type.
    KeyType {
        /// Its name.
        table: String,
        /// How they differ, for people.
        differences: String,
    },
    /// The header has changed since the table was opened. Open it again.
    Changed {
        /// The name of the table.
        table: String,
    },
    /// The values were written as another type, which can be read as this one. To write, call `upgrade`.
    ReadOnly {
        /// The name of the table.
        table: String,
        /// How the types differ, for people.
        note: String,
    },
    /// A value is not valid: it was damaged, or a program wrote it that does not know the type.
    Value {
        /// The name of the table.
        table: String,
        /// The key, as it is printed.
        key: String,
        /// What is wrong with the value, at which byte of it, and in which field.
        error: Box<packed_data::Error>,
    },
    /// A key is not valid.
    Key {
        /// The name of the table.
        table: String,
        /// The bytes of the key.
        key: Vec<u8>,
        /// What is wrong.
        error: Box<KeyError>,
    },
    /// A value or key was not written: it nests more deeply than the limits allow.
    NotPacked {
        /// The name of the table.
        table: String,
        /// The limit.
        error: Box<packed_data::Error>,
    },
    /// The database does not have keys of that size.
    KeySize {
        /// The name of the table.
        table: String,
        /// The size of the stored key in bytes.
        bytes: usize,
        /// The limit in bytes.
        limit: usize,
    },
    /// A range of keys cannot be looked up.
    Range(Box<RangeError>),
    /// The type cannot be a key.
    NoKeys(NoSortKeys),
}

impl<D: fmt::Display> fmt::Display for Error<D> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Database(error) => write!(f, "database: {error}"),
            Self::NoTable { table } => write!(f, "no such table: expected a table `{}`, found none", Printable(table)),
            Self::NoHeader { table } => {
                write!(
                    f,
                    "table `{}`: expected a header that says what is in it, found a table without one",
                    Printable(table)
                )
            }
            Self::Header { table, error } => write!(f, "table `{}`: {error}", Printable(table)),
            Self::KeyType { table, differences } => write!(f, "table `{}`: keys of {differences}", Printable(table)),
            Self::Changed { table } => {
                write!(
                    f,
                    "table `{}`: expected the header that it was opened with, found another; open it again",
                    Printable(table)
                )
            }
            Self::ReadOnly { table, note } => write!(
                f,
                "table `{}`: expected values of the type that is written, found those of an older one, which can be \
                 read; call `upgrade` to write:\n{note}",
                Printable(table),
            ),
            Self::Value { table, key, error } => {
                write!(f, "table `{}`: invalid value of the key {key}: {error}", Printable(table))
            }
            Self::Key { table, key, error } => {
                write!(f, "table `{}`: invalid key ", Printable(table))?;
                key.iter().try_for_each(|byte| write!(f, "{byte:02x}"))?;
                write!(f, ": {error}")
            }
            Self::NotPacked { table, error } => write!(f, "table `{}`: not written: {error}", Printable(table)),
            Self::KeySize { table, bytes, limit } => {
                write!(
                    f,
                    "table `{}`: expected a key that is stored in 1 to {limit} bytes, found one of {bytes}",
                    Printable(table)
                )
            }
            Self::Range(error) => error.fmt(f),
            Self::NoKeys(error) => error.fmt(f),
        }
    }
}

impl<D: std::error::Error + 'static> std::error::Error for Error<D> {
    fn source(&self) -> Option<&(dyn std::error::Error + 'static)> {
        match self {
            Self::Database(error) => Some(error),
            Self::Header { error, .. } => Some(error),
            Self::Value { error, .. } | Self::NotPacked { error, .. } => Some(error),
            Self::Key { error, .. } => Some(error),
            Self::Range(error) => Some(error),
            Self::NoKeys(error) => Some(error),
            _ => None,
        }
    }
}

impl<D> From<D> for Error<D> {
    fn from(error: D) -> Self {
        Self::Database(error)
    }
}
