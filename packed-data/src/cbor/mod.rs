//! CBOR without a type (RFC 8949): what is well-formed, in which form, and how it reads.
//!
//! Every item of CBOR, of whatever type, can be gone over token by token ([`Tokens`]) and written so ([`Encoder`]);
//! checked ([`check`], [`check_prefix`]), as it arrives too ([`Scanner`]); brought into the one deterministic form of
//! its value ([`to_deterministic`]); and turned into the notation for people, and back ([`to_diagnostic`],
//! [`from_diagnostic`]). Nothing here builds a tree or recurses, and what is open at once is bounded by
//! [`Limits::depth`](crate::Limits::depth).
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

mod deterministic;
mod diagnostic;
mod encoder;
pub(crate) mod float;
pub(crate) mod head;
mod nesting;
mod order;
mod raw;
mod scanner;
mod tokens;
mod walk;

pub use deterministic::to_deterministic;
pub use diagnostic::{DiagnosticError, from_diagnostic, to_diagnostic};
pub use encoder::{EncodeError, EncodeErrorKind, Encoder};
pub(crate) use raw::constructor;
pub use raw::{Item, Raw, RawBuf};
pub use scanner::{Scan, Scanner};
pub use tokens::{Token, Tokens};
pub use walk::{check, check_prefix};
