//! TODO

use crate::{Error, Report, Settings};

/// The tasks.
pub const TASKS: &[&str] = &["sum", "validate", "pack", "unpack", "memory"];

pub(crate) fn run(_: &Settings, _: &mut Report<'_>) -> Result<(), Error> {
    Ok(())
}
