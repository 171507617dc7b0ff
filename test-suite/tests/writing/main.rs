//! Writing: packing, building, editing in place and rewriting.

mod buffers;
mod editing;
mod insertions;
mod nesting;
mod packing_errors;
mod rewrite;
mod tables;
