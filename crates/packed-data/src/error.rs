//! Errors: what is wrong with bytes, at which byte, and in which field.
//!
//! Bytes that are no value, and values that exceed [`Limits`](crate::Limits), are an [`Error`]. Its
//! [`kind`](Error::kind) says what was expected and what was found; its [`path`](Error::path) leads to the field, by
//! the [`Names`] of types, constructors and fields. [`TooDeep`] is the only error of unpacking what was validated.
//!
//! Errors of one operation are beside it: [`fold::Stopped`](crate::fold::Stopped),
//! [`packed::PackIntoError`](crate::packed::PackIntoError), [`stream::Error`](crate::stream::Error).
//!
//! Names that come from outside are printed as [`Printable`].

pub use crate::fingerprint::InvalidFingerprint;
pub use crate::wire::error::{Constructor, Error, ErrorKind, Names, Path, PathSegment};
pub use crate::wire::levels::TooDeep;
pub use crate::wire::printable::Printable;
