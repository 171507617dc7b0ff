//! Rows: values of one byte side by side, checked a word at a time.
//!
//! The bytes of a word are tested together ("SIMD within a register": L. Lamport, "Multiple byte processing with
//! full-word instructions", 1975).

use core::ops::Range;

use super::steps;

/// A byte of 1 in each byte of a word.
const ONES: u64 = u64::from_le_bytes([1; 8]);
/// The highest bit of each byte of a word.
const HIGHEST: u64 = ONES << 7;

/// A test of all bytes of a word: is each less than a bound?
#[derive(Clone, Copy)]
struct Test {
    /// Added to the low seven bits of a byte, it carries into the highest bit if they are not less than those of the
    /// bound.
    add: u64,
    /// All ones if the bound is greater than 128: then a byte without its highest bit is less than the bound. Otherwise
    /// zero: then a byte with its highest bit is not.
    large: u64,
}

impl Test {
    /// Returns the test for a bound from 1 to 256.
    #[inline(always)]
    const fn new(bound: u16) -> Self {
        let large = bound > 128;
        let add = if large { 256 - bound } else { 128 - bound };
        Self { add: ONES * add as u64, large: if large { u64::MAX } else { 0 } }
    }

    /// Returns a word in which the highest bit of each byte that is not less than the bound is set.
    #[inline(always)]
    const fn exceeding(self, word: u64) -> u64 {
        let carried = (word & !HIGHEST) + self.add;
        (carried & word) | ((carried | word) & !self.large)
    }
}

/// Returns whether each byte of `row`, a range of `bytes`, is less than `bound`, which is from 1 to 256. Returns
/// `false` if the range is not within the bytes.
///
/// Most rows are short, and have no size that a branch predictor knows. So up to 16 bytes are two loads, which may
/// reach beyond the row. (Measured: with one load for up to eight bytes, and two for more, checking
/// `bench formats updates` took 4 % fewer instructions and 19 % more time.)
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn is_below(bytes: &[u8], row: Range<usize>, bound: u16) -> bool {
    steps::count_bytes(row.len());
    let test = Test::new(bound);
    let len = row.len();
    if len <= 16
        && let Some(rest) = bytes.get(row.start..)
        && let Some(first) = rest.first_chunk()
        && let Some(last) = rest.get(len.saturating_sub(8)..).and_then(|last| last.first_chunk())
    {
        let beyond = u64::MAX.checked_shl(8 * len as u32).unwrap_or(0);
        let first = test.exceeding(u64::from_le_bytes(*first) & !beyond);
        let last = test.exceeding(u64::from_le_bytes(*last) & !beyond);
        return (first | last) & HIGHEST == 0;
    }
    match bytes.get(row) {
        Some(row) if len <= 16 => is_middling_below(row, bound),
        Some(row) => is_long_below(row, bound),
        None => false,
    }
}

/// [`is_below`] for a row of up to 16 bytes.
#[inline]
fn is_middling_below(row: &[u8], bound: u16) -> bool {
    let test = Test::new(bound);
    match (row.first_chunk(), row.last_chunk()) {
        (Some(first), Some(last)) => {
            let (first, last) = (u64::from_le_bytes(*first), u64::from_le_bytes(*last));
            (test.exceeding(first) | test.exceeding(last)) & HIGHEST == 0
        }
        // (At the end of the bytes.)
        _ => row.iter().all(|byte| u16::from(*byte) < bound),
    }
}

/// [`is_below`] for a row of at least 16 bytes.
#[inline(never)]
fn is_long_below(row: &[u8], bound: u16) -> bool {
    let test = Test::new(bound);
    let (chunks, _) = row.as_chunks::<16>();
    let mut found = [0; 2];
    // The last chunk overlaps with the one before it, unless the length is a multiple of 16.
    for chunk in chunks.iter().chain(row.last_chunk()) {
        let (words, _) = chunk.as_chunks();
        for (found, word) in found.iter_mut().zip(words) {
            *found |= test.exceeding(u64::from_le_bytes(*word));
        }
    }
    (found[0] | found[1]) & HIGHEST == 0
}

#[cfg(test)]
mod tests {
    use alloc::vec;
    use core::cmp::Ordering;

    use super::*;

    /// The number of bytes before a row, and after it.
    const AROUND: [(usize, usize); 4] = [(0, 0), (3, 0), (0, 9), (5, 16)];

    #[test]
    fn each_byte_is_compared_with_each_bound() {
        for bound in 1..=256 {
            for byte in 0..=255 {
                let word = u64::from_le_bytes([0, byte, 255, byte, 0, 0, byte, byte]);
                let expected = [0, byte, 255, byte, 0, 0, byte, byte].map(|byte| u16::from(byte) >= bound);
                let found = Test::new(bound).exceeding(word).to_le_bytes().map(|byte| byte >= 0x80);
                assert_eq!(found, expected, "{byte} and {bound}");
            }
        }
    }

    #[test]
    fn an_invalid_byte_is_found_at_each_place_and_not_beside_the_row() {
        for bound in [1, 2, 6, 127, 128, 129, 200, 255] {
            for len in 0..=70 {
                for (before, after) in AROUND {
                    let mut bytes = vec![0xFF; before + len + after];
                    bytes[before..before + len].fill((bound - 1) as u8);
                    let row = before..before + len;
                    assert!(is_below(&bytes, row.clone(), bound), "{len} bytes below {bound}");
                    for place in row.clone() {
                        let valid = core::mem::replace(&mut bytes[place], bound as u8);
                        assert!(!is_below(&bytes, row.clone(), bound), "{bound} at {place} of {row:?}");
                        bytes[place] = valid;
                    }
                }
            }
        }
    }

    #[test]
    fn every_byte_is_below_256_and_no_row_is_beyond_the_bytes() {
        for len in 0..40 {
            let bytes = vec![0xFF; len];
            for end in 0..50 {
                let is_within = end.cmp(&len) != Ordering::Greater;
                assert_eq!(is_below(&bytes, 0..end, 256), is_within, "{end} of {len}");
            }
        }
    }
}
