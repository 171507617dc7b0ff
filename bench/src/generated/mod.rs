//! What schema compilers made of the files in `schema`; `generate.sh` makes it anew.

#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod formats_capnp;
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::undocumented_unsafe_blocks)]
pub mod formats_planus;
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod records_capnp;
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all, clippy::undocumented_unsafe_blocks)]
pub mod records_planus;
#[rustfmt::skip]
#[allow(missing_docs, unreachable_pub, clippy::all)]
pub mod tree_capnp;
