//! What bytes are, for people who look at them: pieces with their meaning, sums of bytes, text that looks like Rust.

mod pieces;
#[cfg(feature = "std")]
mod rust_text;
mod totals;

pub use pieces::{Piece, What, constructor_name, leaf_name, pieces};
pub use totals::{Kind, Level, Totals, print_levels};
