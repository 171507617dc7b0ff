//! The error of tables in redb.

/// Why a table was not opened, read or written.
pub type Error = packed_data_store::Error<Box<redb::Error>>;

/// Returns the error of the database.
#[cold]
pub(crate) fn failed(error: impl Into<redb::Error>) -> Error {
    Error::Database(Box::new(error.into()))
}
