//! CBOR without a type (RFC 8949): the crate `packed-data-cbor`, and items of any kind as fields of packed values.
//!
//! Its functions take the [`Limits`](crate::Limits) of this crate, and its [`Error`] converts into an
//! [`Error`](crate::Error).
//!
//! ```
//! use packed_data::cbor::{self, Token, Tokens};
//!
//! let bytes = cbor::from_diagnostic(r#"{"sizes": [1, 20, 300], "unit": "mm"}"#).unwrap();
//! let mut sum = 0;
//! for token in Tokens::new(&bytes) {
//!     if let Token::Unsigned(n) = token? {
//!         sum += n;
//!     }
//! }
//! assert_eq!(sum, 321);
//! # Ok::<(), packed_data::Error>(())
//! ```
//!
//! # Without a type
//!
//! - Read: [`Tokens`], [`Token`], [`check`], [`check_prefix`], [`Scanner`], [`WellFormed`].
//! - Write: [`Encoder`], [`to_deterministic`].
//! - As text: [`to_diagnostic`], [`from_diagnostic`].
//! - Parts of items: [`head`], [`float`].
//! - Errors and limits: [`Error`], [`ErrorKind`], [`EncodeError`], [`DiagnosticError`], [`Limits`].
//!
//! # As fields of packed values
//!
//! - [`RawBuf`] and [`Raw`]: an item of any kind. [`Item`]: their canonical type.

mod convert;
mod raw;

#[doc(inline)]
pub use packed_data_cbor::{
    DiagnosticError, EncodeError, EncodeErrorKind, Encoder, Error, ErrorKind, Limits, Scan, Scanner, Token, Tokens,
    WellFormed, check, check_prefix, float, from_diagnostic, head, to_deterministic, to_diagnostic,
};
pub use raw::{Item, Raw, RawBuf};
