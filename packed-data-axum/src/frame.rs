//! Many values, one after the other: before each, its length in bytes, as a short varint.

/// A length, as it stands before a value: one byte below 0xFC; 0xFC, 0xFD, 0xFE followed by a little-endian `u16`,
/// `u32`, `u64`.
pub(crate) fn prefix(length: usize) -> Vec<u8> {
    let wide = |first: u8, bytes: &[u8]| [&[first], bytes].concat();
    let length = length as u64;
    match (u8::try_from(length), u16::try_from(length), u32::try_from(length)) {
        (Ok(byte @ 0..=0xFB), ..) => vec![byte],
        (_, Ok(short), _) => wide(0xFC, &short.to_le_bytes()),
        (_, _, Ok(word)) => wide(0xFD, &word.to_le_bytes()),
        _ => wide(0xFE, &length.to_le_bytes()),
    }
}

/// What the beginning of a frame says: how many bytes the prefix takes, and how many the value. Nothing, if more bytes
/// are needed to tell.
///
/// # Errors
///
/// It is no length, or one in a longer form than it needs.
#[cfg(any(test, feature = "client"))]
pub(crate) fn read_prefix(bytes: &[u8]) -> Result<Option<(usize, u64)>, InvalidPrefix> {
    let Some((first, rest)) = bytes.split_first() else { return Ok(None) };
    let width = match first {
        0..=0xFB => return Ok(Some((1, u64::from(*first)))),
        0xFC => 2,
        0xFD => 4,
        0xFE => 8,
        0xFF => return Err(InvalidPrefix),
    };
    let Some(digits) = rest.get(..width) else { return Ok(None) };
    let length = digits.iter().rev().fold(0, |length, digit| length << 8 | u64::from(*digit));
    let least = match width {
        2 => 0xFC,
        4 => 1 << 16,
        _ => 1 << 32,
    };
    if length < least { Err(InvalidPrefix) } else { Ok(Some((1 + width, length))) }
}

/// No length stands before a value.
#[cfg(any(test, feature = "client"))]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(crate) struct InvalidPrefix;

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn prefixes() {
        let table: [(u64, &[u8]); 7] = [
            (0, &[0]),
            (0xFB, &[0xFB]),
            (0xFC, &[0xFC, 0xFC, 0]),
            (0xFFFF, &[0xFC, 0xFF, 0xFF]),
            (0x1_0000, &[0xFD, 0, 0, 1, 0]),
            (0xFFFF_FFFF, &[0xFD, 0xFF, 0xFF, 0xFF, 0xFF]),
            (0x1_0000_0000, &[0xFE, 0, 0, 0, 0, 1, 0, 0, 0]),
        ];
        for (length, bytes) in table {
            assert_eq!(prefix(usize::try_from(length).unwrap()), bytes);
            assert_eq!(read_prefix(bytes), Ok(Some((bytes.len(), length))));
            for cut in 0..bytes.len() {
                assert_eq!(read_prefix(&bytes[..cut]), Ok(None), "{length} cut to {cut}");
            }
        }
    }

    #[test]
    fn longer_forms_are_refused() {
        let wrong: [&[u8]; 5] =
            [&[0xFF], &[0xFC, 0xFB, 0], &[0xFD, 0xFF, 0xFF, 0, 0], &[0xFE, 0, 0, 0, 0, 0, 0, 0, 0], &[0xFC, 0, 0]];
        for bytes in wrong {
            assert_eq!(read_prefix(bytes), Err(InvalidPrefix), "{bytes:?}");
        }
    }
}
