//! Tests of tables, the same for each store. The tests of a store's crate include this folder; their module `store`
//! opens the database and has its transactions.

pub(crate) mod crash;
pub(crate) mod faults;
mod table;
mod types;
