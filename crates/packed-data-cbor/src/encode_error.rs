//! The errors of writing tokens.

use core::fmt;

/// Why tokens are not one item of CBOR: what was expected, what was found, at which byte of the output.
///
/// ```
/// use packed_data_cbor::Encoder;
///
/// let mut encoder = Encoder::new();
/// encoder.array(2).unsigned(1);
/// let error = encoder.finish().unwrap_err();
/// assert_eq!(error.to_string(), "missing items: expected at least 1 more, found the end, at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    pub(crate) kind: EncodeErrorKind,
    pub(crate) offset: usize,
}

impl EncodeError {
    /// Returns what is wrong.
    pub fn kind(&self) -> EncodeErrorKind {
        self.kind
    }

    /// Returns how many bytes had been written before the error.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.offset)
    }
}

impl core::error::Error for EncodeError {}

/// The ways in which tokens can fail to be an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// The tokens end before the item ends.
    MissingItems {
        /// How many more tokens it needs at least.
        at_least: u64,
    },
    /// Another token follows the item.
    ExtraItem,
    /// A break where nothing can end: outside all containers, in a container with a count, or after a key.
    UnexpectedBreak,
    /// A token in a chunked string is not a chunk of it.
    NotAChunk {
        /// The kind of token that was expected.
        expected: &'static str,
        /// The kind of token that was found.
        found: &'static str,
    },
    /// The simple value has no encoding: it is one of 24 to 31.
    InvalidSimple {
        /// The simple value.
        found: u8,
    },
    /// Arrays, maps and tags are nested deeper than [`Limits::depth`](crate::Limits::depth).
    TooDeep {
        /// The limit, in levels.
        limit: u32,
    },
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingItems { at_least } => {
                write!(f, "missing items: expected at least {at_least} more, found the end")
            }
            Self::ExtraItem => f.write_str("extra item: expected the end, found another token"),
            Self::UnexpectedBreak => f.write_str("unexpected break: expected an item, found the end of one"),
            Self::NotAChunk { expected, found } => write!(f, "not a chunk: expected {expected}, found {found}"),
            Self::InvalidSimple { found } => {
                write!(f, "invalid simple value: expected 0 to 23 or 32 to 255, found {found}")
            }
            Self::TooDeep { limit } => write!(f, "too deep: expected at most {limit} nested levels, found more"),
        }
    }
}
