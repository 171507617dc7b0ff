//! Frames: the length of a value, as a short varint, then the value.
//!
//! (The short varint of the layouts: a record of less than 252 bytes has one byte before it, one of less than 64 KiB
//! three. It has one form for each number, so that equal streams have equal bytes.)

use crate::error::ErrorKind;

/// How many bytes a length takes.
pub(super) const fn header_len(value: u64) -> usize {
    match value {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// The length at the beginning of a frame.
///
/// # Errors
///
/// It is none, or not in its shortest form.
#[inline]
pub(super) fn read_header(bytes: &[u8]) -> Result<Header, ErrorKind> {
    match bytes.first() {
        None => Ok(Header::NeedAtLeast(1)),
        Some(&first @ 0..=0xFB) => Ok(Header::Length { width: 1, length: first.into() }),
        Some(0xFC) => read_wide::<2>(bytes),
        Some(0xFD) => read_wide::<4>(bytes),
        Some(0xFE) => read_wide::<8>(bytes),
        Some(&found) => {
            Err(ErrorKind::InvalidScalar { expected: "length: a first byte of 0 to 254", found: found.into() })
        }
    }
}

/// What stands where a frame begins.
pub(super) enum Header {
    /// Less than a length: it is so many bytes long at least.
    NeedAtLeast(usize),
    /// A length, in so many bytes.
    Length { width: usize, length: u64 },
}

fn read_wide<const N: usize>(bytes: &[u8]) -> Result<Header, ErrorKind> {
    let Some(number) = bytes.get(1..).and_then(|rest| rest.first_chunk::<N>()) else {
        return Ok(Header::NeedAtLeast(1 + N));
    };
    let length = number.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    if header_len(length) == 1 + N {
        Ok(Header::Length { width: 1 + N, length })
    } else {
        Err(ErrorKind::NotMinimal { value: length })
    }
}
