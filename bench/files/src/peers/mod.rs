//! The contestants: one file for each format.

mod arrow;
mod avro;
mod packed;
mod postcard;
mod redb;
mod riegeli;

use std::ops::Range;
use std::path::Path;

use crate::record::{Record, START, STEP};

/// What is measured.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) enum Task {
    Write,
    Scan,
    Filter,
    Get,
    Recover,
}

/// A contestant at a task; its answer is the same as that of the others.
pub(crate) struct Contestant<'c> {
    pub(crate) name: &'static str,
    pub(crate) run: Box<dyn FnMut() -> u64 + 'c>,
}

impl<'c> Contestant<'c> {
    pub(crate) fn new(name: &'static str, run: impl FnMut() -> u64 + 'c) -> Self {
        Self { name, run: Box::new(run) }
    }
}

/// Returns all contestants at a task; the first is `packed-data-file`.
pub(crate) fn all<'c>(records: &'c [Record], folder: &'c Path, task: Task) -> Vec<Contestant<'c>> {
    let mut contestants = packed::contestants(records, folder, task);
    contestants.extend(postcard::contestants(records, folder, task));
    contestants.extend(avro::contestants(records, folder, task));
    contestants.extend(riegeli::contestants(records, folder, task));
    contestants.extend(redb::contestants(records, folder, task));
    contestants.extend(arrow::contestants(records, folder, task));
    contestants
}

/// What is read of a record.
pub(crate) fn answer(code: u32, text: &str) -> u64 {
    u64::from(code) + text.len() as u64
}

/// The times that are filtered by: the hundredth of the records in the middle.
pub(crate) fn times(count: usize) -> Range<u64> {
    let count = count as u64;
    START + count / 2 * STEP..START + (count / 2 + count / 100) * STEP
}

/// The numbers of the records that are read one by one.
pub(crate) fn numbers(count: usize) -> Vec<u64> {
    (0..10_000_u64).map(|n| (n.wrapping_mul(0x9E37_79B9_7F4A_7C15) >> 17) % count as u64).collect()
}
