//! Counts steps of work in the counter of `packed-data-model`, with `--cfg packed_data_steps`.
//!
//! One step is one column of the directory, one block, one part of a value, one string of a dictionary, or one rank
//! that is compared. Work on `n` bytes at once (the integers of a block take eight each, text) is `n / 16` steps
//! more. Without the cfg these functions do nothing.

pub(crate) use packed_data_model::steps::{count, count_bytes};
