//! The short varint: one byte below 0xFC; 0xFC, 0xFD, 0xFE followed by a little-endian u16, u32, u64.
//!
//! A number always has its shortest form; a longer one is an error, so that equal values have equal bytes.

use alloc::vec::Vec;

/// The first bytes of the forms with 2, 4 and 8 more bytes.
pub const WIDE: [u8; 3] = [0xFC, 0xFD, 0xFE];

/// Returns the number of bytes of a number.
#[cfg_attr(not(debug_assertions), inline(always))]
#[cfg_attr(debug_assertions, inline)]
pub const fn len(value: u64) -> usize {
    match value {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// Returns whether a number is its first byte.
#[inline(always)]
pub const fn is_short(first: u8) -> bool {
    first < WIDE[0]
}

/// Returns how many bytes follow a first byte; `None` if no number begins with it.
#[inline]
pub const fn more(first: u8) -> Option<usize> {
    match first {
        0..0xFC => Some(0),
        0xFC..=0xFE => Some(2 << (first - WIDE[0])),
        0xFF => None,
    }
}

/// Appends a number to `out`.
///
/// ```
/// use packed_data_model::varint;
///
/// let mut out = Vec::new();
/// varint::push(251, &mut out);
/// varint::push(252, &mut out);
/// assert_eq!(out, [0xFB, 0xFC, 0xFC, 0]);
/// ```
pub fn push(value: u64, out: &mut Vec<u8>) {
    let bytes = value.to_le_bytes();
    match len(value) {
        1 => out.push(bytes[0]),
        3 => out.extend_from_slice(&[WIDE[0], bytes[0], bytes[1]]),
        5 => out.extend([WIDE[1]].iter().chain(&bytes[..4])),
        _ => out.extend([WIDE[2]].iter().chain(&bytes)),
    }
}

/// Returns the bytes of a number.
pub fn to_vec(value: u64) -> Vec<u8> {
    let mut out = Vec::with_capacity(len(value));
    push(value, &mut out);
    out
}

/// Takes a number from the beginning of bytes, also one in a longer form than it needs. Returns it, and the bytes after
/// it; `None` if the bytes begin with no number.
///
/// ```
/// use packed_data_model::varint;
///
/// assert_eq!(varint::take(&[0xFC, 1, 2, 3]), Some((0x201, &[3][..])));
/// assert_eq!(varint::take(&[0xFC, 1]), None);
/// ```
#[inline]
pub fn take(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (first, rest) = bytes.split_first()?;
    let more = more(*first)?;
    let (wide, rest) = rest.split_at_checked(more)?;
    let number = wide.iter().rev().fold(0, |number, byte| number << 8 | u64::from(*byte));
    Some((if more == 0 { (*first).into() } else { number }, rest))
}
