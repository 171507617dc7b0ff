//! The tree of `table1`, operations on it, and its sizes.

pub(super) use crate::table1::boxed::{build as perfect, sum as sum_box};
pub(super) use crate::table1::packed::cursor::sum as sum_cursor;
pub(super) use crate::table1::packed::view::sum as sum_view;
pub(super) use crate::table1::packed::{Sum, build};
pub(super) use crate::table1::raw::{size_of_perfect, sum as sum_raw};
pub(super) use crate::table1::trees::Tree;

/// Returns the number of leaves of a perfect tree.
pub(super) fn leaves(depth: u32) -> u64 {
    1 << depth
}

/// Returns the sum of all bytes, taken as words, and of the remaining bytes: the plain read.
pub(super) fn sum_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let rest = rest.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    words.iter().fold(rest, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)))
}
