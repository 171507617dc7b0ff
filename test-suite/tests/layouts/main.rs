//! The bytes of the layouts: pictures of the book, what other libraries write, and conversions.

mod convert;
mod haskell_layouts;
mod pictures;
mod vectors;
