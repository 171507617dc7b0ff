//! The tree of `table1`, what is done with it, and its sizes.

pub(super) use crate::table1::boxed::{build as perfect, sum as sum_box};
pub(super) use crate::table1::packed::cursor::sum as sum_cursor;
pub(super) use crate::table1::packed::view::sum as sum_view;
pub(super) use crate::table1::packed::{Sum, build};
pub(super) use crate::table1::raw::{size_of_perfect, sum as sum_raw};
pub(super) use crate::table1::trees::Tree;

/// So many leaves has a perfect tree.
pub(super) fn leaves(depth: u32) -> u64 {
    1 << depth
}

/// The plain read: the sum of all bytes, taken as words, and of those that are left.
pub(super) fn sum_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let rest = rest.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    words.iter().fold(rest, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)))
}
