//! A counter of steps of work: with `--cfg packed_data_steps`, tests assert that work is linear in the bytes.
//!
//! One step is one bounded piece of work: one head, scalar, tag, size or field that is read, checked, compared or
//! written. Work on `n` bytes at once (text, copies) is `n / 16` steps more. `ci/steps.sh` sets the cfg. The counter is
//! that of `packed-data-model`.

pub(crate) use packed_data_model::steps::{count, count_bytes};

/// Compares bytes, and counts the length of the shorter slice.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> core::cmp::Ordering {
    count_bytes(a.len().min(b.len()));
    a.cmp(b)
}

/// Returns the number of steps that `work` takes on the current thread, and its result.
#[cfg(packed_data_steps)]
pub fn counted<R>(work: impl FnOnce() -> R) -> (u64, R) {
    let before = taken();
    let result = work();
    (taken() - before, result)
}

/// Returns the number of steps counted so far on the current thread, also by `packed-data-cbor`.
#[cfg(packed_data_steps)]
fn taken() -> u64 {
    let own = packed_data_model::steps::taken();
    #[cfg(feature = "cbor")]
    let own = own + packed_data_cbor::steps::taken();
    own
}
