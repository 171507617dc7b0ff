//! A counter of steps of work: with `--cfg packed_data_steps`, tests assert that work is linear in the bytes.
//!
//! One step is one value that is begun, one part that is found, or one head of CBOR. Work on `n` bytes at once (text)
//! is `n / 16` steps more. Without the cfg the functions of this module do nothing and the counter does not exist. The
//! crates `packed-data` and `packed-data-schema` count here too.

/// Counts `steps` steps on the current thread.
#[cfg(packed_data_steps)]
#[inline]
pub fn count(steps: usize) {
    TAKEN.with(|taken| taken.set(taken.get().saturating_add(steps as u64)));
}

/// Does nothing: steps are counted only with `--cfg packed_data_steps`.
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub fn count(_: usize) {}

/// Counts one step, and the work on `len` bytes at once.
#[cfg_attr(not(packed_data_steps), inline(always))]
pub fn count_bytes(len: usize) {
    count(1 + len / 16);
}

#[cfg(packed_data_steps)]
std::thread_local! {
    static TAKEN: core::cell::Cell<u64> = const { core::cell::Cell::new(0) };
}

/// Returns the number of steps counted so far on the current thread.
#[cfg(packed_data_steps)]
pub fn taken() -> u64 {
    TAKEN.with(core::cell::Cell::get)
}
