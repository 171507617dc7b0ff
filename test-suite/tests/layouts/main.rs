//! The bytes of the layouts: the tables and pictures of the book, what other libraries write, and conversions.

mod convert;
mod haskell_layouts;
mod pictures;
mod spec;
mod spec_haskell;
mod vectors;
