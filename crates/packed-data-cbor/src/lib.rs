//! CBOR without a type ([RFC 8949]): reading, writing, checking, printing and normalising items, token by token.
//!
//! Nothing here needs a type that describes the bytes, builds a tree, or recurses. Every function takes time linear in
//! the bytes (the deterministic form takes `n log n` if maps must be sorted), and [`Limits`] bound how deep items nest.
//! The crate contains safe code only, is `no_std` with `alloc`, and has neither dependencies nor features.
//!
//! ```
//! use packed_data_cbor::{Token, Tokens, from_diagnostic};
//!
//! let bytes = from_diagnostic(r#"{"sizes": [1, 20, 300], "unit": "mm"}"#).unwrap();
//! let mut sum = 0;
//! for token in Tokens::new(&bytes) {
//!     if let Token::Unsigned(n) = token? {
//!         sum += n;
//!     }
//! }
//! assert_eq!(sum, 321);
//! # Ok::<(), packed_data_cbor::Error>(())
//! ```
//!
//! # Reading
//!
//! - [`Tokens`] is an iterator over the [`Token`]s of an item, or of a sequence of items, which checks as it reads.
//! - [`check`] checks that bytes are one well-formed item; [`check_prefix`] returns where the first item ends.
//! - [`Scanner`] finds the end of an item while its bytes arrive, and returns [`Scan`].
//! - [`WellFormed`] is a slice that has been checked.
//! - [`Error`] states what is wrong ([`ErrorKind`]) and at which byte; [`Limits`] bound depth and size.
//!
//! # Writing
//!
//! - [`Encoder`] writes tokens, and never finishes with bytes that are not well-formed. [`EncodeError`] states why it
//!   failed ([`EncodeErrorKind`]).
//! - [`to_deterministic`] rewrites an item in the one deterministic form of its value.
//!
//! # Text
//!
//! - [`to_diagnostic`] prints an item in diagnostic notation, which people can read; [`from_diagnostic`] parses that
//!   notation. [`DiagnosticError`] states where a text is wrong.
//!
//! # Parts
//!
//! - [`head`] reads and writes the heads of items: the first byte, and the argument after it.
//! - [`float`] converts floats of two, four and eight bytes into each other, bit by bit.
//!
//! # Together with packed data
//!
//! The crate [`packed-data`] re-exports this crate as its module `packed_data::cbor`, where this crate's [`Error`]
//! converts into the errors of that crate, and its limits into [`Limits`]. Its [book] has a page on these tools.
//!
//! [RFC 8949]: https://www.rfc-editor.org/rfc/rfc8949.html
//! [`packed-data`]: https://docs.rs/packed-data
//! [book]: https://github.com/packed-data/packed-data/blob/main/book/src/cbor-tools.md
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(any(test, packed_data_steps))]
extern crate std;

mod deterministic;
mod diagnostic;
mod encode_error;
mod encoder;
mod error;
pub mod float;
pub mod head;
mod limits;
mod nesting;
mod order;
mod scanner;
#[cfg(not(packed_data_steps))]
mod steps;
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub mod steps;
mod tokens;
mod walk;
mod well_formed;

pub use deterministic::to_deterministic;
pub use diagnostic::{DiagnosticError, from_diagnostic, to_diagnostic};
pub use encode_error::{EncodeError, EncodeErrorKind};
pub use encoder::Encoder;
pub use error::{Error, ErrorKind};
pub use limits::Limits;
pub use scanner::{Scan, Scanner};
pub use tokens::{Token, Tokens};
pub use walk::{check, check_prefix};
pub use well_formed::WellFormed;

/// The examples of the README are tests.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
