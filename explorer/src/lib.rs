//! What the page of `packed explore` computes.
//!
//! The page runs in a browser; this runs in a worker of it, as WebAssembly. An [`Explorer`] has one file open, and
//! answers the questions of the page: which parts a value has ([`tree`](mod@tree)), what each byte is
//! ([`window`](mod@window)), where a byte or a path leads ([`find`](mod@find)), and what takes a walk over the file,
//! in steps ([`work`](mod@work)). It reads by the same crates as the command, and only what an answer needs.

pub mod compare;
pub mod file;
pub mod find;
mod hints;
pub mod sizes;
pub mod tree;
pub mod window;
pub mod work;

#[cfg(target_arch = "wasm32")]
mod wasm;

pub use file::{Bytes, Explorer};

/// A message for the page: why there is no answer.
pub type Answer<T> = Result<T, String>;
