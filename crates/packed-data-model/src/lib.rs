//! The rules of the layouts of [`packed-data`], as data.
//!
//! A layout of packed data is a [`Format`]: a handful of rules that determine every byte. The typed library evaluates
//! them at compile time, for each type; a program that reads by a schema evaluates them at run time. Both use the
//! constants of this crate, so they cannot differ.
//!
//! - [`LayoutId`] names the layouts; [`LayoutId::format`] returns the rules of one.
//! - [`Extent`] says how the end of a value is found; that of a compound value follows from those of its parts.
//! - [`Kind`] is the kind of a scalar.
//! - [`Weight`] counts the parts of values that take no bytes.
//! - [`varint`] has the numbers that native layouts write for lengths, counts and sizes; [`pair`] the floats of
//!   Haskell's `binary`.
//!
//! ```
//! use packed_data_model::{Extent, Kind, LayoutId};
//!
//! // A struct of a `bool` and a `u32`, in a layout of Haskell's `packed-data`, where a `bool` takes four bytes and a
//! // struct has a tag.
//! let format = LayoutId::PackedData.format();
//! let fields = Extent::scalar(Kind::Unsigned, 4, format).after(Extent::scalar(Kind::Bool, 1, format), format);
//! assert_eq!(fields, Extent::Static(8));
//! assert_eq!(fields.in_struct(format), Extent::Static(9));
//! ```
//!
//! The crate contains safe code only, is `no_std` with `alloc`, and has no dependencies and no features.
//!
//! [`packed-data`]: https://docs.rs/packed-data
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod extent;
mod format;
mod layout;
pub mod pair;
mod scalar;
pub mod varint;
mod weight;

pub use extent::Extent;
pub use format::{Format, Lacks, ScalarRule, SequenceRule, SizeRule, TagRule, table_number, table_width_log};
pub use layout::{LayoutId, UnknownLayout};
pub use scalar::Kind;
pub use weight::Weight;
