//! Frames: the length of a value, as a short varint, then the value.
//!
//! (It is the short varint of the layouts: a value of less than 252 bytes has one byte before it, one of less than 64
//! KiB three. Each number has exactly one form, so that equal streams have equal bytes.)

use crate::wire::error::ErrorKind;

/// The maximum size of a frame header, in bytes.
pub(super) const HEADER: usize = 9;

/// Returns the header of a frame with a value of `length` bytes, and the width of that header in bytes.
///
/// The header is at the end of the returned array: its last `width` bytes. The function is for programs that write
/// frames themselves, for example to the body of an HTTP response.
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

/// Returns how many bytes a frame header takes for this length.
const fn header_len(value: u64) -> usize {
    match value {
        0..=0xFB => 1,
        0xFC..=0xFFFF => 3,
        0x1_0000..=0xFFFF_FFFF => 5,
        _ => 9,
    }
}

/// Reads the length at the beginning of a frame, as [`frame_header`] writes it. `bytes` may end before the header does.
///
/// # Errors
///
/// Returns an [`ErrorKind`] if the bytes are not a length, or not in the shortest form.
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

/// The header of a frame, complete or not.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum FrameHeader {
    /// The header is not complete: it takes at least this many bytes in all.
    NeedAtLeast(usize),
    /// The header is complete.
    Length {
        /// The size of the header, in bytes.
        width: usize,
        /// The size of the value, in bytes.
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
