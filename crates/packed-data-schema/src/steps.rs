//! Counts steps of work in the counter of `packed-data`, with `--cfg packed_data_steps`: see its module `wire::steps`.
//!
//! One step is one head, one value that is begun, one part that is found, one look at a type of a schema, or one word
//! of a text. Work on `n` bytes at once (text) is `n / 16` steps more. Without the cfg these functions do nothing.

#[cfg(packed_data_steps)]
pub(crate) use packed_data::steps::count;

/// Does nothing: steps are counted only with `--cfg packed_data_steps`.
#[cfg(not(packed_data_steps))]
#[inline(always)]
pub(crate) fn count(_: usize) {}

/// Counts one step, and the work on `len` bytes at once.
#[cfg_attr(not(packed_data_steps), inline(always))]
pub(crate) fn count_bytes(len: usize) {
    count(1 + len / 16);
}
