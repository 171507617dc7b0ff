//! TODO

use crate::{Error, Report, Settings};

/// The tasks.
pub const TASKS: &[&str] = &[
    "serialize",
    "deserialize",
    "borrow",
    "validate",
    "read",
    "validate-and-read",
    "update",
    "bytes",
    "bytes-zstd",
    "bytes-zlib",
    "memory",
];

pub(crate) fn run(_: &Settings, _: &mut Report<'_>) -> Result<(), Error> {
    Ok(())
}
