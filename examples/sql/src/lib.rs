//! SQL over files of packed data: a [`TableProvider`](datafusion::catalog::TableProvider) for DataFusion.
//!
//! A [`Table`] is a file of packed records of any type, mapped into memory. Its columns are those of
//! `packed-data-arrow`. The engine passes the columns that a query needs and its conditions down to the table, which
//! reads only these fields of the packed records, and makes rows only of the records that fulfil the conditions.
//! `EXPLAIN` shows both. Of records that are stored by column, only the columns are read that are needed. If the file
//! has statistics, blocks are passed in which no record fulfils the conditions.
//!
//! A block of the file is checked when it is first read: its checksum, and every record in it. What is damaged is an
//! error of the query, with the place in the file.

mod bridge;
mod condition;
mod query;
mod scan;
mod table;
pub mod trades;

pub use table::Table;
