//! The error of tables in LMDB.

/// Why a table was not opened, read or written.
pub type Error = packed_data_store::Error<heed::Error>;
