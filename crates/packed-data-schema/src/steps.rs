//! A counter of steps of work: with `--cfg packed_data_steps`, tests assert that work is linear in the bytes.
//!
//! One step is one head, one value that is begun, or one part that is found. Work on `n` bytes at once (text) is
//! `n / 16` steps more. Without the cfg the functions of this module do nothing and the counter does not exist.

/// Counts one step, and the work on `len` bytes at once.
#[cfg(packed_data_steps)]
#[inline]
pub(crate) fn count_bytes(len: usize) {
    TAKEN.with(|taken| taken.set(taken.get().saturating_add(1 + len as u64 / 16)));
}

/// Does nothing: steps are counted only with `--cfg packed_data_steps`.
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub(crate) fn count_bytes(_: usize) {}

#[cfg(packed_data_steps)]
std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Returns the number of steps counted so far on the current thread.
#[cfg(packed_data_steps)]
pub fn taken() -> u64 {
    TAKEN.with(core::cell::Cell::get)
}
