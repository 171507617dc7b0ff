//! Heads: the major type and the number with which each item begins (RFC 8949, section 3).
//!
//! A head is one byte with the major type (three bits) and the additional information (five bits), and up to eight
//! bytes with the argument, most significant byte first.
//!
//! ```
//! use packed_data_cbor::head::{self, TEXT};
//!
//! let head = head::read(b"\x65hello", 0)?;
//! assert_eq!((head.major, head.argument, head.size), (TEXT, 5, 1));
//!
//! let (bytes, size) = head::encode(TEXT, 300);
//! assert_eq!(bytes[..size], [0x79, 0x01, 0x2C]);
//! # Ok::<(), packed_data_cbor::ErrorKind>(())
//! ```

use crate::ErrorKind;

/// The major type of integers from 0 up.
pub const UNSIGNED: u8 = 0;
/// The major type of integers below 0: the integer is `-1 - argument`.
pub const NEGATIVE: u8 = 1;
/// The major type of byte strings: the argument is the number of bytes.
pub const BYTES: u8 = 2;
/// The major type of text strings: the argument is the number of bytes.
pub const TEXT: u8 = 3;
/// The major type of arrays: the argument is the number of items.
pub const ARRAY: u8 = 4;
/// The major type of maps: the argument is the number of pairs of a key and a value.
pub const MAP: u8 = 5;
/// The major type of tags: the argument is the tag of the next item.
pub const TAG: u8 = 6;
/// The major type of simple values, floats and the break.
pub const SIMPLE: u8 = 7;

/// The additional information of an item of indefinite length, and of a break.
pub const INDEFINITE: u8 = 31;

/// The head of an item: its major type and its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Head {
    /// The major type: 0 to 7.
    pub major: u8,
    /// The additional information: the low five bits of the first byte.
    pub info: u8,
    /// The argument; 0 if `info` is [`INDEFINITE`]. The bits of a float are the argument of its head.
    pub argument: u64,
    /// The size of the head in bytes: 1, 2, 3, 5 or 9.
    pub size: usize,
}

impl Head {
    /// Returns whether this begins a string, array or map of indefinite length.
    #[inline]
    pub const fn is_indefinite(&self) -> bool {
        self.info == INDEFINITE && matches!(self.major, BYTES..=MAP)
    }

    /// Returns whether this is a break: the end of an item of indefinite length.
    ///
    /// ```
    /// use packed_data_cbor::head;
    ///
    /// let empty = [0x9F, 0xFF]; // an array of indefinite length without items
    /// assert!(head::read(&empty, 0)?.is_indefinite() && head::read(&empty, 1)?.is_break());
    /// # Ok::<(), packed_data_cbor::ErrorKind>(())
    /// ```
    #[inline]
    pub const fn is_break(&self) -> bool {
        self.info == INDEFINITE && self.major == SIMPLE
    }

    /// Returns whether no shorter head has this argument.
    ///
    /// It is true for every head of major type 7: the width of a float belongs to its encoding as a float, and
    /// [`read`] refuses simple values that are too long.
    #[inline]
    pub const fn is_minimal(&self) -> bool {
        self.major == SIMPLE || self.info == INDEFINITE || self.size == size(self.argument)
    }

    /// Returns what begins here, for error messages: `"an array"`, `"a float"`.
    pub const fn describe(&self) -> &'static str {
        match (self.major, self.info) {
            (UNSIGNED, _) => "an unsigned integer",
            (NEGATIVE, _) => "a negative integer",
            (BYTES, _) => "a byte string",
            (TEXT, _) => "a text string",
            (ARRAY, _) => "an array",
            (MAP, _) => "a map",
            (TAG, _) => "a tag",
            (_, 25..=27) => "a float",
            (_, INDEFINITE) => "a break",
            _ => "a simple value",
        }
    }
}

/// Reads the head at offset `at`, in bytes from the start of `bytes`.
///
/// It reads only the head, and does not check whether the string or the items that it announces follow.
///
/// # Errors
///
/// Returns [`ErrorKind::UnexpectedEnd`], [`ErrorKind::ReservedHead`] or [`ErrorKind::InvalidSimple`].
#[inline]
pub fn read(bytes: &[u8], at: usize) -> Result<Head, ErrorKind> {
    let Some(&first) = bytes.get(at) else {
        return Err(ErrorKind::UnexpectedEnd { needed: 1, left: 0 });
    };
    let (major, info) = (first >> 5, first & 0x1F);
    if info < 24 {
        return Ok(Head { major, info, argument: u64::from(info), size: 1 });
    }
    let (argument, size) = match info {
        24 => (read_array(bytes, at).map(|[byte]| u64::from(byte))?, 2),
        25 => (read_array(bytes, at).map(|bytes| u64::from(u16::from_be_bytes(bytes)))?, 3),
        26 => (read_array(bytes, at).map(|bytes| u64::from(u32::from_be_bytes(bytes)))?, 5),
        27 => (read_array(bytes, at).map(u64::from_be_bytes)?, 9),
        INDEFINITE if !matches!(major, UNSIGNED | NEGATIVE | TAG) => (0, 1),
        _ => return Err(ErrorKind::ReservedHead { found: info }),
    };
    match u8::try_from(argument) {
        Ok(found @ 0..32) if major == SIMPLE && info == 24 => Err(ErrorKind::InvalidSimple { found }),
        _ => Ok(Head { major, info, argument, size }),
    }
}

/// Returns the `N` bytes after the first byte of the head at `at`.
#[inline]
fn read_array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], ErrorKind> {
    let rest = bytes.get(at..).unwrap_or(&[]);
    match rest.get(1..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => Ok(*chunk),
        None => Err(ErrorKind::UnexpectedEnd { needed: 1 + N as u64, left: rest.len() }),
    }
}

/// Returns the size in bytes of the shortest head with an argument: 1, 2, 3, 5 or 9.
///
/// ```
/// use packed_data_cbor::head::size;
///
/// assert_eq!((size(23), size(24), size(1_000)), (1, 2, 3));
/// ```
#[inline]
pub const fn size(argument: u64) -> usize {
    match argument {
        0..24 => 1,
        24..=0xFF => 2,
        0x100..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// Returns the shortest head with an argument in the first of nine bytes, and the size of that head.
///
/// `major` is below 8. A float has no shortest head in this sense: see [`float::shortest`](crate::float::shortest).
#[inline]
pub const fn encode(major: u8, argument: u64) -> ([u8; 9], usize) {
    encode_as(major, shortest_info(argument), argument)
}

/// Returns the additional information of the shortest head with an argument.
#[inline]
pub(crate) const fn shortest_info(argument: u64) -> u8 {
    match size(argument) {
        1 => argument as u8, // less than 24
        2 => 24,
        3 => 25,
        5 => 26,
        _ => 27,
    }
}

/// Returns the head with this additional information and argument, and its size in bytes.
///
/// The additional information is the width of the argument: 24 to 27 for 1, 2, 4 and 8 bytes, any other for none. An
/// argument that does not fit the width loses its upper bits. `major` is below 8, and `info` below 32.
///
/// ```
/// use packed_data_cbor::head::{self, UNSIGNED};
///
/// let (bytes, size) = head::encode_as(UNSIGNED, 25, 7); // wider than it has to be
/// assert_eq!(bytes[..size], [0x19, 0x00, 0x07]);
/// assert!(!head::read(&bytes, 0)?.is_minimal());
/// # Ok::<(), packed_data_cbor::ErrorKind>(())
/// ```
#[inline]
pub const fn encode_as(major: u8, info: u8, argument: u64) -> ([u8; 9], usize) {
    let width = match info {
        24 => 1,
        25 => 2,
        26 => 4,
        27 => 8,
        _ => 0,
    };
    let mut head = [0; 9];
    head[0] = major << 5 | info;
    let argument = argument.to_be_bytes();
    let mut i = 0;
    while i < width {
        head[1 + i] = argument[8 - width + i];
        i += 1;
    }
    (head, 1 + width)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn encoded_heads_are_the_shortest_and_are_read_back() {
        let edges = [0, 23, 24, 0xFF, 0x100, 0xFFFF, 0x1_0000, 0xFFFF_FFFF, 0x1_0000_0000, u64::MAX];
        for (argument, len) in edges.into_iter().zip([1, 1, 2, 2, 3, 3, 5, 5, 9, 9]) {
            for major in UNSIGNED..=TAG {
                let (bytes, size) = encode(major, argument);
                assert_eq!(size, len, "{argument}");
                let head = read(&bytes[..size], 0).unwrap();
                assert_eq!((head.major, head.argument, head.size, head.is_minimal()), (major, argument, len, true));
                let end = ErrorKind::UnexpectedEnd { needed: len as u64, left: size - 1 };
                assert_eq!(
                    read(&bytes[..size - 1], 0),
                    Err(if size == 1 { ErrorKind::UnexpectedEnd { needed: 1, left: 0 } } else { end })
                );
            }
        }
    }

    #[test]
    fn longer_heads_are_read_and_are_not_minimal() {
        for info in 24..=27 {
            let (bytes, size) = encode_as(TEXT, info, 23);
            let head = read(&bytes[..size], 0).unwrap();
            assert_eq!((head.argument, head.info, head.is_minimal()), (23, info, false));
        }
    }

    #[test]
    fn reserved_heads_and_short_simple_values_are_refused() {
        for major in UNSIGNED..=SIMPLE {
            for info in 28..=31 {
                let expected = info != INDEFINITE || matches!(major, UNSIGNED | NEGATIVE | TAG);
                let found = read(&[major << 5 | info], 0);
                assert_eq!(found == Err(ErrorKind::ReservedHead { found: info }), expected, "{major} {info}");
            }
        }
        for found in 0..32 {
            assert_eq!(read(&[0xF8, found], 0), Err(ErrorKind::InvalidSimple { found }));
        }
        assert!(read(&[0xF8, 32], 0).is_ok());
    }
}
