//! What a store keeps beside its engine: headers, and keys in the order of the Rust type.

mod headers;
mod keys;
