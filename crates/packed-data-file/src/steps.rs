//! Counts steps of work and bytes read from files, for tests with `--cfg packed_data_steps`.
//!
//! One step is one look at some bytes of a file, or one block that is passed. Work on `n` bytes at once (checksums, the
//! search for a marker) is `n / 16` steps more. Bytes that are read from a file into memory are counted too. Without
//! the cfg the functions of this module do nothing and the counters do not exist.

/// Counts `steps` steps.
#[cfg(packed_data_steps)]
pub(crate) fn count(steps: usize) {
    TAKEN.with(|taken| taken.set(taken.get().saturating_add(steps as u64)));
}

/// Does nothing: steps are counted only with `--cfg packed_data_steps`.
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub(crate) fn count(_: usize) {}

/// Counts one step, and the work on `len` bytes at once.
#[cfg_attr(not(packed_data_steps), inline(always))]
pub(crate) fn count_bytes(len: usize) {
    count(1 + len / 16);
}

/// Counts bytes that were read from a file, by one call.
#[cfg(packed_data_steps)]
pub(crate) fn fetched(bytes: usize) {
    count(1);
    FETCHED.with(|fetched| fetched.set(fetched.get().saturating_add(bytes as u64)));
}

/// Does nothing: see [`count`].
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub(crate) fn fetched(_: usize) {}

#[cfg(packed_data_steps)]
std::thread_local! {
    static TAKEN: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
    static FETCHED: std::cell::Cell<u64> = const { std::cell::Cell::new(0) };
}

/// Returns the numbers of steps and of bytes read from files that `work` takes on the current thread, and its result.
#[cfg(packed_data_steps)]
pub fn counted<R>(work: impl FnOnce() -> R) -> (u64, u64, R) {
    let taken = || (TAKEN.with(std::cell::Cell::get), FETCHED.with(std::cell::Cell::get));
    let (steps, bytes) = taken();
    let result = work();
    let (steps_after, bytes_after) = taken();
    (steps_after - steps, bytes_after - bytes, result)
}
