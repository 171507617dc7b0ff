//! The errors of reading: what is wrong with the bytes, and at which byte.

use core::fmt;

/// Why bytes are not one well-formed item of CBOR: what was expected, what was found, at which byte.
///
/// It holds no heap memory.
///
/// ```
/// use packed_data_cbor::{ErrorKind, Limits, check};
///
/// let error = check(&[0x82, 0x01], Limits::DEFAULT).unwrap_err(); // an array of two items, and one item
/// assert_eq!(error.kind(), ErrorKind::UnexpectedEnd { needed: 2, left: 1 });
/// assert_eq!(error.to_string(), "unexpected end of input: expected at least 2 more bytes, found 1, at byte 1");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct Error {
    kind: ErrorKind,
    offset: usize,
}

impl Error {
    #[cold]
    pub(crate) const fn new(kind: ErrorKind, offset: usize) -> Self {
        Self { kind, offset }
    }

    /// Returns what is wrong.
    pub const fn kind(&self) -> ErrorKind {
        self.kind
    }

    /// Returns the offset of the error in bytes from the start of the input.
    pub const fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.offset)
    }
}

impl core::error::Error for Error {}

/// The ways in which bytes can fail to be one well-formed item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends before the item does.
    UnexpectedEnd {
        /// The number of bytes that the next part needs at least.
        needed: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// The item ends before the input does.
    TrailingBytes {
        /// The number of bytes after the item.
        count: usize,
    },
    /// A text string, or a chunk of one, is not UTF-8.
    InvalidUtf8,
    /// A map has two equal keys. (Only [`to_deterministic`](crate::to_deterministic) compares keys.)
    DuplicateKey,
    /// Items nest more deeply than [`Limits::depth`](crate::Limits::depth) allows.
    TooDeep {
        /// The limit, in levels.
        limit: u32,
    },
    /// The input, or the item, is longer than [`Limits::bytes`](crate::Limits::bytes).
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// A string in chunks contains an item that is not a chunk of it.
    UnexpectedItem {
        /// The kind of chunk that was expected.
        expected: &'static str,
        /// The kind of item that was found.
        found: &'static str,
    },
    /// The additional information in the first byte of an item is reserved.
    ReservedHead {
        /// The additional information: 28 to 31.
        found: u8,
    },
    /// A simple value below 32 is encoded in two bytes.
    InvalidSimple {
        /// The simple value.
        found: u8,
    },
    /// A break occurs where no item of indefinite length can end.
    UnexpectedBreak,
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::UnexpectedEnd { needed, left } => {
                let s = if needed == 1 { "" } else { "s" };
                write!(f, "unexpected end of input: expected at least {needed} more byte{s}, found {left}")
            }
            Self::TrailingBytes { count } => {
                let s = if count == 1 { "" } else { "s" };
                write!(f, "trailing bytes: expected the end of the input, found {count} more byte{s}")
            }
            Self::InvalidUtf8 => f.write_str("invalid string: expected UTF-8, found another byte sequence"),
            Self::DuplicateKey => f.write_str("duplicate key: expected unique keys, found one twice"),
            Self::TooDeep { limit } => {
                write!(f, "too deep: expected at most {limit} nested levels, found more")
            }
            Self::TooLarge { limit } => {
                write!(f, "too large: expected at most {limit} bytes, found more")
            }
            Self::UnexpectedItem { expected, found } => {
                write!(f, "unexpected item: expected {expected}, found {found}")
            }
            Self::ReservedHead { found } => {
                write!(f, "reserved additional information: expected 0 to 27, found {found}")
            }
            Self::InvalidSimple { found } => {
                write!(f, "invalid simple value: expected 32 to 255 after its head, found {found}")
            }
            Self::UnexpectedBreak => f.write_str("unexpected break: expected an item, found the end of one"),
        }
    }
}
