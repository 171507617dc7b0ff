//! A second reader, slow and simple. It uses a description of the type that is plain data, reads bytes that it never
//! trusts, and returns a tree of values.
//!
//! It implements the book's pages on the layouts, and shares no code with the library. Where the two disagree, one of
//! them is wrong.

pub mod cbor;
mod reader;
mod schema;
mod skip;
mod value;

pub use reader::{Read, Refused, Wire, read, read_prefix};
pub use schema::{Extent, Other, Scalar, Schema, SchemaFn};
pub use value::Value;
