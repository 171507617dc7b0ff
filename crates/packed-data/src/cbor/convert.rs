//! Converts the errors of `packed-data-cbor` into errors of this crate, and the limits of this crate into its limits.

use packed_data_cbor as cbor;

use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::limits::Limits;

impl From<cbor::Error> for Error {
    fn from(error: cbor::Error) -> Self {
        Self { kind: error.kind().into(), offset: error.offset(), path: Path::EMPTY }
    }
}

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

impl From<&Limits> for cbor::Limits {
    /// Keeps the limits on depth and on bytes; checking items of CBOR uses no others.
    fn from(limits: &Limits) -> Self {
        Self { depth: limits.depth, bytes: limits.bytes }
    }
}
