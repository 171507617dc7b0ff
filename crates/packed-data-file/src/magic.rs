//! The first bytes of a file, which show whether a transfer has damaged the file.

use std::fmt;

/// The first 12 bytes of every file. As in a PNG file, they show what a transfer that takes the file for text does to
/// it: 8F loses its highest bit, CR LF becomes LF or LF becomes CR LF, 1A ends the text.
pub(crate) const MAGIC: [u8; 12] = *b"\x8FPACKED\r\n\x1A\n\0";

/// The version of the format, after the magic number.
pub(crate) const VERSION: u32 = 1;

/// The size of magic number and version in bytes.
pub(crate) const SIZE: usize = 16;

/// What is wrong with the first bytes of a file.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum MagicError {
    /// The file is shorter than its magic number.
    TooShort,
    /// It is another kind of file.
    Other,
    /// Line ends were changed: the file was transferred as text.
    LineEnds,
    /// The highest bit of each byte was cleared: the file was transferred over a channel of 7 bits.
    SeventhBit,
    /// The bytes were decoded as text and encoded again.
    Recoded,
    /// The version of the format is not known to this program.
    Version(u32),
}

impl fmt::Display for MagicError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::TooShort => f.write_str("not a file of packed data: it has fewer than 16 bytes"),
            Self::Other => f.write_str("not a file of packed data: it begins with other bytes than `8F PACKED`"),
            Self::LineEnds => f.write_str("damaged file: its line ends were changed, as if it were text"),
            Self::SeventhBit => f.write_str("damaged file: the highest bit of each byte was cleared"),
            Self::Recoded => f.write_str("damaged file: its bytes were decoded as text, and encoded again"),
            Self::Version(found) => write!(f, "unknown version of the format: expected {VERSION}, found {found}"),
        }
    }
}

/// Returns the first bytes of a file.
pub(crate) fn bytes() -> [u8; SIZE] {
    let mut bytes = [0; SIZE];
    bytes[..12].copy_from_slice(&MAGIC);
    bytes[12..].copy_from_slice(&VERSION.to_le_bytes());
    bytes
}

/// Checks the first bytes of a file.
pub(crate) fn check(bytes: &[u8]) -> Result<(), MagicError> {
    if !bytes.starts_with(&MAGIC) {
        return Err(damage(bytes));
    }
    let version = bytes.get(12..).and_then(|rest| rest.first_chunk()).ok_or(MagicError::TooShort)?;
    match u32::from_le_bytes(*version) {
        VERSION => Ok(()),
        found => Err(MagicError::Version(found)),
    }
}

fn damage(bytes: &[u8]) -> MagicError {
    if MAGIC.starts_with(bytes) {
        MagicError::TooShort
    } else if bytes.starts_with(b"\x0FPACKED") {
        MagicError::SeventhBit
    } else if bytes.starts_with(b"\xC2\x8FPACKED") || bytes.starts_with("\u{FFFD}PACKED".as_bytes()) {
        MagicError::Recoded
    } else if bytes.starts_with(&MAGIC[..7]) {
        MagicError::LineEnds
    } else {
        MagicError::Other
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn transfers() {
        let whole = bytes();
        assert_eq!(check(&whole), Ok(()));
        for cut in 0..whole.len() {
            assert_eq!(check(&whole[..cut]), Err(MagicError::TooShort), "{cut}");
        }
        let text: String = whole.iter().map(|byte| char::from(*byte)).collect();
        let cases = [
            (text.replace("\r\n", "\n"), MagicError::LineEnds),
            (text.replace('\n', "\r\n"), MagicError::LineEnds),
            (text.replace('\r', ""), MagicError::LineEnds),
            (text.replace('\u{8F}', "\u{0F}"), MagicError::SeventhBit),
            (text.replace('P', "Q"), MagicError::Other),
        ];
        for (changed, error) in cases {
            let changed: Vec<u8> = changed.chars().map(|c| u8::try_from(u32::from(c)).unwrap()).collect();
            assert_eq!(check(&changed), Err(error));
        }
        assert_eq!(check(text.as_bytes()), Err(MagicError::Recoded));
        assert_eq!(check(String::from_utf8_lossy(&whole).as_bytes()), Err(MagicError::Recoded));
        let mut version = whole;
        version[12] = 2;
        assert_eq!(check(&version), Err(MagicError::Version(2)));
    }
}
