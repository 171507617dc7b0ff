//! The beginning of an item: one byte with the major type, and up to eight with its argument (RFC 8949, section 3).

use crate::ErrorKind;

pub(crate) const UNSIGNED: u8 = 0;
pub(crate) const NEGATIVE: u8 = 1;
pub(crate) const BYTES: u8 = 2;
pub(crate) const TEXT: u8 = 3;
pub(crate) const ARRAY: u8 = 4;
pub(crate) const MAP: u8 = 5;
pub(crate) const TAG: u8 = 6;
pub(crate) const SIMPLE: u8 = 7;

/// The additional information of an item of indefinite length, and of a break.
pub(crate) const INDEFINITE: u8 = 31;

/// The beginning of an item: its major type and its argument.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct Head {
    /// 0 to 7.
    pub(crate) major: u8,
    /// The low five bits of the first byte.
    pub(crate) info: u8,
    /// Zero where `info` is 31.
    pub(crate) argument: u64,
    /// How many bytes the head takes: 1, 2, 3, 5 or 9.
    pub(crate) size: usize,
}

impl Head {
    /// Whether a string, array or map begins whose length is not told.
    #[inline]
    pub(crate) const fn is_indefinite(&self) -> bool {
        self.info == INDEFINITE && matches!(self.major, BYTES..=MAP)
    }

    /// Whether it is the end of an item of indefinite length.
    #[inline]
    pub(crate) const fn is_break(&self) -> bool {
        self.info == INDEFINITE && self.major == SIMPLE
    }

    /// Whether no shorter head has this argument. (The bytes after the head of a float are no argument, and those of
    /// a simple value are checked when it is read.)
    #[inline]
    pub(crate) const fn is_minimal(&self) -> bool {
        self.major == SIMPLE || self.info == INDEFINITE || self.size == size(self.argument)
    }

    /// What begins here, for error messages.
    pub(crate) const fn kind(&self) -> &'static str {
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

/// Reads the head at an offset.
///
/// # Errors
///
/// [`ErrorKind::UnexpectedEnd`], [`ErrorKind::ReservedHead`] or [`ErrorKind::InvalidSimple`].
#[inline]
pub(crate) fn read(bytes: &[u8], at: usize) -> Result<Head, ErrorKind> {
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

/// The bytes after the first one of a head.
#[inline]
fn read_array<const N: usize>(bytes: &[u8], at: usize) -> Result<[u8; N], ErrorKind> {
    let rest = bytes.get(at..).unwrap_or(&[]);
    match rest.get(1..).and_then(<[u8]>::first_chunk) {
        Some(chunk) => Ok(*chunk),
        None => Err(ErrorKind::UnexpectedEnd { needed: 1 + N as u64, left: rest.len() }),
    }
}

/// How many bytes the shortest head with an argument takes.
#[inline]
pub(crate) const fn size(argument: u64) -> usize {
    match argument {
        0..24 => 1,
        24..=0xFF => 2,
        0x100..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// The shortest head with an argument, and how many of the nine bytes it takes.
#[inline]
pub(crate) const fn encode(major: u8, argument: u64) -> ([u8; 9], usize) {
    let size = size(argument);
    let info = match size {
        1 => argument as u8, // less than 24
        2 => 24,
        3 => 25,
        5 => 26,
        _ => 27,
    };
    encode_as(major, info, argument)
}

/// The head with an argument, in the width that the additional information tells: below 24, or 31, none.
#[inline]
pub(crate) const fn encode_as(major: u8, info: u8, argument: u64) -> ([u8; 9], usize) {
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
    fn what_is_encoded_is_read_in_the_shortest_form() {
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
    fn longer_heads_are_read_and_told_from_the_shortest() {
        for info in 24..=27 {
            let (bytes, size) = encode_as(TEXT, info, 23);
            let head = read(&bytes[..size], 0).unwrap();
            assert_eq!((head.argument, head.info, head.is_minimal()), (23, info, false));
        }
    }

    #[test]
    fn what_stands_for_nothing_is_refused() {
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
