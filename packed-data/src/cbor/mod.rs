//! CBOR without a type (RFC 8949).

pub(crate) mod float;
pub(crate) mod head;
