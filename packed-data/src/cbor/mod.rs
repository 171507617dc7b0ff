//! CBOR without a type (RFC 8949): tokens, checks, the deterministic form, diagnostic notation.

mod deterministic;
mod diagnostic;
mod encoder;
pub(crate) mod float;
pub(crate) mod head;
mod nesting;
mod order;
mod scanner;
mod tokens;
mod walk;

pub use deterministic::to_deterministic;
pub use diagnostic::{DiagnosticError, from_diagnostic, to_diagnostic};
pub use encoder::{EncodeError, EncodeErrorKind, Encoder};
pub use scanner::{Scan, Scanner};
pub use tokens::{Token, Tokens};
pub use walk::{check, check_prefix};
