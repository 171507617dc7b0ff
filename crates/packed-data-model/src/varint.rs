//! Varints: one byte for small numbers; for others a mark, then a little-endian u16, u32, u64 or u128.
//!
//! The forms differ in their marks. The *short varint* of `Compact` and `Indexed` is one byte below 0xFC; the marks
//! 0xFC, 0xFD, 0xFE precede 2, 4 and 8 bytes. The varint of *bincode* is one byte below 0xFB; the marks 0xFB to 0xFE
//! precede 2, 4, 8 and 16 bytes.
//!
//! A number always has its shortest form; a longer one is an error, so that equal values have equal bytes.

use alloc::vec::Vec;

/// The first bytes of the short varints with 2, 4 and 8 more bytes.
pub const WIDE: [u8; 3] = [0xFC, 0xFD, 0xFE];

/// A form of varints.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Varint {
    /// The mark of a number of two bytes. Each of the next ones precedes twice as many.
    mark: u8,
}

impl Varint {
    /// The greatest number of bytes of a number: a mark, and 16.
    pub const MAX: usize = 17;
    /// The short varint.
    pub const SHORT: Self = Self { mark: WIDE[0] };
    /// The varint of bincode.
    pub const BINCODE: Self = Self { mark: 0xFB };

    /// Returns the least number that takes more than one byte.
    #[inline(always)]
    pub const fn below(self) -> u8 {
        self.mark
    }

    /// Returns the number of bytes of a number.
    #[inline(always)]
    pub const fn len(self, value: u128) -> usize {
        if value < self.mark as u128 {
            1
        } else if value <= u16::MAX as u128 {
            3
        } else if value <= u32::MAX as u128 {
            5
        } else if value <= u64::MAX as u128 {
            9
        } else {
            Self::MAX
        }
    }

    /// Returns how many bytes follow a first byte; `None` if no number begins with it.
    #[inline(always)]
    pub const fn more(self, first: u8) -> Option<usize> {
        match first {
            _ if first < self.mark => Some(0),
            0xFF => None,
            _ => Some(2 << (first - self.mark)),
        }
    }

    /// Returns the bytes of a number, and how many they are. (A short varint is less than 2^64.)
    ///
    /// ```
    /// use packed_data_model::varint::Varint;
    ///
    /// let (bytes, len) = Varint::BINCODE.encode(300);
    /// assert_eq!(bytes[..len], [0xFB, 44, 1]);
    /// ```
    pub const fn encode(self, value: u128) -> ([u8; Self::MAX], usize) {
        let (low, len, mut out) = (value.to_le_bytes(), self.len(value), [0; Self::MAX]);
        if len == 1 {
            out[0] = low[0];
            return (out, len);
        }
        out[0] = self.mark + (len - 1).trailing_zeros() as u8 - 1;
        let mut index = 1;
        while index < len {
            out[index] = low[index - 1];
            index += 1;
        }
        (out, len)
    }

    /// Returns the bytes of a number.
    pub fn to_vec(self, value: u128) -> Vec<u8> {
        let (bytes, len) = self.encode(value);
        bytes[..len].to_vec()
    }

    /// Takes a number from the beginning of bytes, also one in a longer form than it needs. Returns it, and the bytes
    /// after it; `None` if the bytes begin with no number.
    #[inline]
    pub fn take(self, bytes: &[u8]) -> Option<(u128, &[u8])> {
        let (first, rest) = bytes.split_first()?;
        let more = self.more(*first)?;
        let (wide, rest) = rest.split_at_checked(more)?;
        let number = wide.iter().rev().fold(0, |number, byte| number << 8 | u128::from(*byte));
        Some((if more == 0 { (*first).into() } else { number }, rest))
    }

    /// Returns what is expected of the first byte of a length, for the error of one that is not.
    pub const fn expected_length(self) -> &'static str {
        match self {
            Self::SHORT => "length: a first byte of 0 to 254",
            _ => "length: a first byte of 0 to 253",
        }
    }
}

/// Returns the number without a sign that stands for one with a sign: 0, -1, 1, -2 and so on are 0, 1, 2, 3.
///
/// ```
/// use packed_data_model::varint::{unzigzag, zigzag};
///
/// assert_eq!([0, -1, 1, i128::MIN].map(zigzag), [0, 1, 2, u128::MAX]);
/// assert_eq!(unzigzag(u128::MAX), i128::MIN);
/// ```
#[inline(always)]
pub const fn zigzag(value: i128) -> u128 {
    (value << 1 ^ value >> 127) as u128
}

/// Returns the number with a sign: the reverse of [`zigzag`].
#[inline(always)]
pub const fn unzigzag(value: u128) -> i128 {
    (value >> 1) as i128 ^ -((value & 1) as i128)
}

/// Returns the number of bytes of a short varint.
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

/// Returns whether a short varint is its first byte.
#[inline(always)]
pub const fn is_short(first: u8) -> bool {
    first < WIDE[0]
}

/// Returns how many bytes follow the first byte of a short varint; `None` if none begins with it.
#[inline]
pub const fn more(first: u8) -> Option<usize> {
    Varint::SHORT.more(first)
}

/// Appends a short varint to `out`.
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
    let (bytes, len) = Varint::SHORT.encode(value.into());
    out.extend_from_slice(&bytes[..len]);
}

/// Returns the bytes of a short varint.
pub fn to_vec(value: u64) -> Vec<u8> {
    Varint::SHORT.to_vec(value.into())
}

/// Takes a short varint from the beginning of bytes, also one in a longer form than it needs. Returns it, and the bytes
/// after it; `None` if the bytes begin with none.
///
/// ```
/// use packed_data_model::varint;
///
/// assert_eq!(varint::take(&[0xFC, 1, 2, 3]), Some((0x201, &[3][..])));
/// assert_eq!(varint::take(&[0xFC, 1]), None);
/// ```
#[inline]
pub fn take(bytes: &[u8]) -> Option<(u64, &[u8])> {
    let (number, rest) = Varint::SHORT.take(bytes)?;
    Some((number as u64, rest))
}
