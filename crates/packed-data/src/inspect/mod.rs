//! Seeing inside: packed values as text (`Debug`), as an annotated listing of their bytes ([`Dump`]), and for serde.
//!
//! All of it follows from one walk (`walk.rs`) over the bytes, which reads by the run-time description of the type and
//! of the layout (`shape/schema.rs`, `layout/reader.rs`). The walk is a loop with a stack on the heap, so that no
//! value is too deep for it. (Serialisers call themselves, so serde reads without it, and has a limit on the depth.)

mod debug;
mod dump;
#[cfg(feature = "serde-1")]
mod serialize;
mod walk;

pub use debug::debug_fields;
pub use dump::Dump;
