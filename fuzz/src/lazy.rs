//! Lazy reading.

use packed_data::Packed;
use test_suite::described::Described;
use test_suite::{Sample, TestLayout, probe_lazily};

use crate::{Case, packed_values};

/// Returns a case that reads all parts of bytes lazily, and compares the outcome with that of a validation: see
/// [`probe_lazily`].
pub fn lazy<T: Sample + Described, L: TestLayout>(name: &'static str) -> Case {
    Case { name, seeds: packed_values::<T, L>, run: check::<T, L> }
}

fn check<T: Sample, L: TestLayout>(input: &[u8]) {
    probe_lazily::<T, L>(input, Packed::<T, L, &[u8]>::from_bytes(input).err().as_ref());
}
