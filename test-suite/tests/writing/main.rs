//! Writing: packing, building, editing in place and rewriting.

mod buffers;
mod editing;
mod insertions;
mod rewrite;
mod tables;
