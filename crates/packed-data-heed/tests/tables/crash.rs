//! Environments that are full.

use std::process::Command;

use crate::store;
use crate::suites::crash::{full, goes_on};

/// The environment may take no more space.
#[test]
fn a_full_environment() {
    let folder = tempfile::tempdir().unwrap();
    let path = folder.path();
    let mut command = Command::new(std::env::current_exe().unwrap());
    let (error, count) = full(path, command.env(store::SIZE, "1048576"));
    assert!(error.contains("MDB_MAP_FULL"), "{error}");
    goes_on(path, count);
}
