//! A counter of steps of work: with `--cfg packed_data_steps`, tests assert that work is linear in the bytes.
//!
//! One step is one bounded piece of work: one head, scalar, tag, size or field that is read, checked, compared or
//! written. Work on `n` bytes at once (text, copies) is `n / 16` steps more. `ci/steps.sh` sets the cfg; without it the
//! functions of this module do nothing and the counter does not exist. Crates that depend on this one count here too.

/// Counts `steps` steps on the current thread.
#[cfg(packed_data_steps)]
#[inline]
pub fn count(steps: usize) {
    TAKEN.with(|taken| taken.set(taken.get().saturating_add(steps as u64)));
}

/// Does nothing: steps are counted only with `--cfg packed_data_steps`.
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub(crate) fn count(_: usize) {}

/// Counts one step, plus the work on `len` bytes at once.
#[cfg_attr(not(packed_data_steps), inline(always))]
pub(crate) fn count_bytes(len: usize) {
    count(1 + len / 16);
}

/// Compares bytes, and counts the length of the shorter slice.
pub(crate) fn compare(a: &[u8], b: &[u8]) -> core::cmp::Ordering {
    count_bytes(a.len().min(b.len()));
    a.cmp(b)
}

#[cfg(packed_data_steps)]
std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Returns the number of steps that `work` takes on the current thread, and its result.
#[cfg(packed_data_steps)]
pub fn counted<R>(work: impl FnOnce() -> R) -> (u64, R) {
    let before = taken();
    let result = work();
    (taken() - before, result)
}

/// Returns the number of steps counted so far on the current thread, also by `packed-data-cbor` and
/// `packed-data-model`.
#[cfg(packed_data_steps)]
fn taken() -> u64 {
    let own = TAKEN.with(core::cell::Cell::get) + packed_data_model::steps::taken();
    #[cfg(feature = "cbor")]
    let own = own + packed_data_cbor::steps::taken();
    own
}
