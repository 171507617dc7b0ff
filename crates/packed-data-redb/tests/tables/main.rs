//! Tables in redb: the tests that all stores share, and those for redb alone.

mod faults;
mod store;
#[path = "../../../packed-data-store/tests/suites/mod.rs"]
mod suites;
mod table;
mod types;
