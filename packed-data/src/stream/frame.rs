//! Frames: the length of a value, as a short varint, then the value.
//!
//! (The short varint of the layouts: a record of less than 252 bytes has one byte before it, one of less than 64 KiB
//! three. It has one form for each number, so that equal streams have equal bytes.)

use crate::error::ErrorKind;

/// The longest header of a frame, in bytes.
pub(super) const HEADER: usize = 9;

/// The header of a frame with a value of so many bytes: it stands at the end of these nine bytes, and takes as many of
/// them as the second number says. For those that write frames by themselves, as to the body of a response.
///
/// ```
/// use packed_data::stream;
///
/// let (bytes, width) = stream::frame_header(300);
/// assert_eq!(bytes[9 - width..], [0xFC, 0x2C, 0x01]);
/// assert_eq!(stream::read_frame_header(&bytes[9 - width..])?, stream::FrameHeader::Length { width: 3, length: 300 });
/// # Ok::<(), packed_data::ErrorKind>(())
/// ```
#[inline]
pub fn frame_header(length: u64) -> ([u8; HEADER], usize) {
    let width = header_len(length);
    let [a, b, c, d, e, f, g, h] = length.to_le_bytes();
    let bytes = match width {
        1 => [0, 0, 0, 0, 0, 0, 0, 0, a],
        3 => [0, 0, 0, 0, 0, 0, 0xFC, a, b],
        5 => [0, 0, 0, 0, 0xFD, a, b, c, d],
        _ => [0xFE, a, b, c, d, e, f, g, h],
    };
    (bytes, width)
}

/// How many bytes a length takes.
const fn header_len(value: u64) -> usize {
    match value {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// The length at the beginning of a frame, of which no more bytes may be there yet: as [`frame_header`] writes it.
///
/// # Errors
///
/// It is none, or not in its shortest form.
#[inline]
pub fn read_frame_header(bytes: &[u8]) -> Result<FrameHeader, ErrorKind> {
    match bytes.first() {
        None => Ok(FrameHeader::NeedAtLeast(1)),
        Some(&first @ 0..=0xFB) => Ok(FrameHeader::Length { width: 1, length: first.into() }),
        Some(0xFC) => read_wide::<2>(bytes),
        Some(0xFD) => read_wide::<4>(bytes),
        Some(0xFE) => read_wide::<8>(bytes),
        Some(&found) => {
            Err(ErrorKind::InvalidScalar { expected: "length: a first byte of 0 to 254", found: found.into() })
        }
    }
}

/// What stands where a frame begins.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameHeader {
    /// Less than a length: it is so many bytes long at least.
    NeedAtLeast(usize),
    /// A length.
    Length {
        /// In so many bytes.
        width: usize,
        /// Of the value, in bytes.
        length: u64,
    },
}

fn read_wide<const N: usize>(bytes: &[u8]) -> Result<FrameHeader, ErrorKind> {
    let Some(number) = bytes.get(1..).and_then(|rest| rest.first_chunk::<N>()) else {
        return Ok(FrameHeader::NeedAtLeast(1 + N));
    };
    let length = number.iter().rev().fold(0, |value, byte| value << 8 | u64::from(*byte));
    if header_len(length) == 1 + N {
        Ok(FrameHeader::Length { width: 1 + N, length })
    } else {
        Err(ErrorKind::NotMinimal { value: length })
    }
}
