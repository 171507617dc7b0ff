//! A second reader, slow and simple: it goes by a description of the type that is plain data, over bytes that
//! it never trusts, and makes a tree of values.
//!
//! It follows the pages of the book on the layouts, and shares nothing with the library: where the two
//! disagree, one of them is wrong.

pub mod cbor;
mod reader;
mod schema;
mod value;

pub use reader::{Refused, Wire, read, read_prefix};
pub use schema::{Extent, Of, Scalar, Schema};
pub use value::Value;
