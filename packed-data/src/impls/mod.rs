//! Which types can be packed: those of the language, of `alloc` and `std`, and of other crates.

mod maps;
mod pointers;
mod scalars;
mod sequences;
mod sums;
mod tuples;
mod units;

pub use sums::{OptionCase, ResultCase};
