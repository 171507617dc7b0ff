//! Tables in LMDB: the tests that all stores share, and those for LMDB alone. (LMDB trusts its own tree of pages, so
//! only bytes of records are damaged.)

mod crash;
mod store;
#[path = "../../../packed-data-store/tests/suites/mod.rs"]
mod suites;
mod table;
mod types;
