//! What can be wrong with bytes.

use core::fmt;

#[cfg(feature = "cbor")]
use packed_data_cbor as cbor;

/// The ways in which bytes can fail to be a valid value.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The input ends before the value does.
    UnexpectedEnd {
        /// The number of bytes that the next part needs at least.
        needed: u64,
        /// The number of bytes left.
        left: usize,
    },
    /// The value ends before the input does.
    TrailingBytes {
        /// The number of bytes after the value.
        count: usize,
    },
    /// No constructor has this tag.
    InvalidTag {
        /// The tag in the input.
        found: u32,
        /// The number of constructors of the type.
        constructors: u32,
    },
    /// The bytes of a scalar are not a valid value of its type.
    InvalidScalar {
        /// The name of the type, and perhaps its valid values.
        expected: &'static str,
        /// The bytes in the input, as a little-endian number; in CBOR the number in the item.
        found: u128,
    },
    /// A string is not UTF-8.
    InvalidUtf8,
    /// A length or size is written in more bytes than it needs.
    NotMinimal {
        /// The number that was written in this way.
        value: u64,
    },
    /// The stated size of a value is not its actual size.
    SizeMismatch {
        /// The stated size, in bytes.
        stated: u64,
        /// The actual size, in bytes.
        actual: usize,
    },
    /// The keys of a map, or the elements of a set, are not in ascending order.
    Unsorted,
    /// A key of a map, or an element of a set, occurs twice.
    DuplicateKey,
    /// Values are nested more deeply than [`Limits::depth`](crate::Limits::depth) allows.
    TooDeep {
        /// The limit, in levels.
        limit: u32,
    },
    /// Values are nested so deeply that they need more stack than [`Limits::stack`](crate::Limits::stack) allows.
    TooMuchStack {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The input is longer than [`Limits::bytes`](crate::Limits::bytes).
    TooLarge {
        /// The limit, in bytes.
        limit: usize,
    },
    /// The value has more parts without bytes, beside those that bytes pay for, than
    /// [`Limits::empty_elements`](crate::Limits::empty_elements) allows.
    TooManyEmpty {
        /// The limit, in parts.
        limit: u64,
    },
    /// A number is too large for its width in the layout.
    Overflow,
    /// An item of CBOR has another kind than the type expects.
    UnexpectedItem {
        /// The kind of item that was expected.
        expected: &'static str,
        /// The kind of item that was found.
        found: &'static str,
    },
    /// A number of CBOR is outside the range of its type.
    OutOfRange {
        /// The name of the type, and perhaps its valid values.
        expected: &'static str,
        /// Whether the number is below zero.
        negative: bool,
        /// The absolute value of the number.
        magnitude: u128,
    },
    /// The first byte of an item of CBOR has additional information that RFC 8949 reserves.
    ReservedHead {
        /// The additional information: 28 to 31.
        found: u8,
    },
    /// A simple value of CBOR below 32 is encoded in two bytes.
    InvalidSimple {
        /// The simple value.
        found: u8,
    },
    /// A break of CBOR is at a place where no item of indefinite length can end.
    UnexpectedBreak,
    /// A string of CBOR has indefinite length, that is, consists of chunks, so it cannot be borrowed.
    IndefiniteString,
    /// An item of CBOR does not have the tag that the type requires.
    UnexpectedTag {
        /// The required tag.
        expected: u64,
        /// The tag that was found, if any.
        found: Option<u64>,
    },
    /// A constructor of CBOR has fewer fields than the type requires.
    MissingFields {
        /// The least number of fields that the type requires.
        expected: u32,
        /// The number of fields that were found.
        found: u64,
    },
    /// A fold of the program ended before the end of the value (`Stopped::Over`).
    FoldOver,
    /// A condition that the program states beyond the type does not hold: `#[packable(validate = ...)]`, or an
    /// adapter of `with` that cannot convert the value.
    Refused {
        /// What is wrong with the value, in the words of that program.
        message: &'static str,
    },
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
            Self::InvalidTag { found, constructors: 0 } => {
                write!(f, "invalid tag: expected nothing (the type has no constructor), found {found}")
            }
            Self::InvalidTag { found, constructors } => {
                write!(f, "invalid tag: expected 0 to {}, found {found}", constructors - 1)
            }
            Self::InvalidScalar { expected, found } => {
                let (name, values) = expected.split_once(": ").unwrap_or((expected, "a valid value"));
                write!(f, "invalid {name}: expected {values}, found {found}")
            }
            Self::InvalidUtf8 => f.write_str("invalid string: expected UTF-8, found another byte sequence"),
            Self::NotMinimal { value } => {
                write!(f, "number not minimal: expected the shortest form of {value}, found a longer one")
            }
            Self::SizeMismatch { stated, actual } => {
                write!(f, "size mismatch: expected a value of {stated} bytes, found one of {actual}")
            }
            Self::Unsorted => f.write_str("unsorted keys: expected ascending order, found a smaller key"),
            Self::DuplicateKey => f.write_str("duplicate key: expected unique keys, found one twice"),
            Self::TooDeep { limit } => {
                write!(f, "too deep: expected at most {limit} nested levels, found more")
            }
            Self::TooMuchStack { limit } => {
                write!(f, "too deep: expected levels that take at most {limit} bytes of stack, found more")
            }
            Self::TooLarge { limit } => {
                write!(f, "too large: expected at most {limit} bytes, found more")
            }
            Self::TooManyEmpty { limit } => {
                write!(f, "too many parts without bytes: expected at most {limit}, found more")
            }
            Self::Overflow => f.write_str("overflow: expected a number that fits its field, found a larger one"),
            Self::UnexpectedItem { expected, found } => {
                write!(f, "unexpected item: expected {expected}, found {found}")
            }
            Self::OutOfRange { expected, negative, magnitude } => {
                let (name, values) = expected.split_once(": ").unwrap_or((expected, "a number that fits it"));
                let sign = if negative { "-" } else { "" };
                write!(f, "invalid {name}: expected {values}, found {sign}{magnitude}")
            }
            Self::ReservedHead { found } => {
                write!(f, "reserved additional information: expected 0 to 27, found {found}")
            }
            Self::InvalidSimple { found } => {
                write!(f, "invalid simple value: expected 32 to 255 after its head, found {found}")
            }
            Self::UnexpectedBreak => f.write_str("unexpected break: expected an item, found the end of one"),
            Self::IndefiniteString => f.write_str(
                "indefinite string: expected a definite length (`cbor::to_deterministic` joins the chunks), found chunks",
            ),
            Self::UnexpectedTag { expected, found: Some(found) } => {
                write!(f, "unexpected tag: expected {expected}, found {found}")
            }
            Self::UnexpectedTag { expected, found: None } => {
                write!(f, "unexpected tag: expected {expected}, found an item without one")
            }
            Self::MissingFields { expected, found } => {
                write!(f, "missing fields: expected at least {expected}, found {found}")
            }
            Self::FoldOver => f.write_str("fold over: expected the result of the whole value, found that the fold ended before its end"),
            Self::Refused { message } => write!(f, "refused: {message}"),
        }
    }
}

#[cfg(feature = "cbor")]
impl From<cbor::ErrorKind> for ErrorKind {
    #[cold]
    fn from(kind: cbor::ErrorKind) -> Self {
        match kind {
            cbor::ErrorKind::UnexpectedEnd { needed, left } => Self::UnexpectedEnd { needed, left },
            cbor::ErrorKind::TrailingBytes { count } => Self::TrailingBytes { count },
            cbor::ErrorKind::InvalidUtf8 => Self::InvalidUtf8,
            cbor::ErrorKind::DuplicateKey => Self::DuplicateKey,
            cbor::ErrorKind::TooDeep { limit } => Self::TooDeep { limit },
            cbor::ErrorKind::TooLarge { limit } => Self::TooLarge { limit },
            cbor::ErrorKind::UnexpectedItem { expected, found } => Self::UnexpectedItem { expected, found },
            cbor::ErrorKind::ReservedHead { found } => Self::ReservedHead { found },
            cbor::ErrorKind::InvalidSimple { found } => Self::InvalidSimple { found },
            cbor::ErrorKind::UnexpectedBreak => Self::UnexpectedBreak,
            // Not reached, because the version of that crate is fixed; its enum is non-exhaustive, so the compiler
            // requires an arm.
            _ => Self::UnexpectedItem { expected: "a well-formed item", found: "an item that is not" },
        }
    }
}
