//! Counts steps of work in the counter of `packed-data-model`, with `--cfg packed_data_steps`.
//!
//! One step is one head, one value that is begun, one part that is found, one look at a type of a schema, or one word
//! of a text. Work on `n` bytes at once (text) is `n / 16` steps more. Without the cfg these functions do nothing.

pub(crate) use packed_data_model::steps::{count, count_bytes};
