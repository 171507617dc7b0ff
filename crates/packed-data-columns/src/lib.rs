//! Many packed values as columns: one for each field of each constructor, wherever the type occurs. They take few
//! bytes, and each is read without the others.
//!
//! Packed data in `Compact` or `Indexed` is rows: the fields of a value are side by side, which is what a program needs
//! that looks at one value. This crate stores many values of one type field by field, as a codec: [`encode()`] takes
//! packed values, and [`decode`] returns packed values, in any layout, whole or a range of them. In between,
//! [`Columns`] reads single columns, the statistics of each, or only the parts that a fold needs.
//!
//! ```
//! use packed_data::{Compact, Indexed, Packable, Packed};
//! use packed_data_columns::{Columns, Options, decode, encode};
//!
//! #[derive(Packable)]
//! struct Trade {
//!     symbol: String,
//!     price: f64,
//!     quantity: u32,
//! }
//!
//! let trade = |quantity| Trade { symbol: "PKD".into(), price: 2.5, quantity };
//! let trades: Vec<Trade> = (1..=1000).map(trade).collect();
//! let packed = Packed::<[Trade]>::pack(&trades);
//! let bytes = encode(&packed, Options::new());
//! assert!(bytes.len() < packed.as_bytes().len() / 100);
//!
//! let columns = Columns::<Trade>::open(&bytes)?;
//! assert_eq!(columns.column::<u32>("quantity")?.sum::<u32>(), 500_500);
//! let some = columns.decode_range::<Indexed>(990..1000)?;
//! assert_eq!(some.view().get(9).map(|trade| trade.fields().quantity), Some(1000));
//! assert_eq!(decode::<Trade, Compact>(&bytes)?.as_bytes(), packed.as_bytes());
//! # Ok::<(), packed_data_columns::Error>(())
//! ```
//!
//! - [`ColumnSchema`]: the columns of a type, from the type or from a schema of any file.
//! - [`encode()`], or [`Encoder`] for values that come one by one, of a type that the program need not have.
//! - [`Columns`]: opens bytes; [`Columns::column`], [`Columns::statistics`], [`Columns::decode_range`],
//!   [`Columns::records`] (by schema), [`Columns::visit`] with a [`Selection`].
//! - [`ColumnFilter`] and [`PartialReader`]: which values fulfil a condition, and some of their parts.
//!
//! How numbers, texts and constructors are stored is decided for each column by its values, always in the same way; the
//! book's page on columns specifies every byte. What the values of an extensible type have beyond the type is not kept,
//! as [`Codec::convert`](packed_data_schema::Codec::convert) does not keep it.
//!
//! # Hostile bytes
//!
//! The crate contains safe code only. Bytes that are not columns are errors, with the column and the offset, when the
//! part that is wrong is read. Opening takes memory for the directory, reading for a block of each column and for a
//! dictionary, which is in the bytes. Repetitions take few bytes: at most 512 values for each byte of a column, and
//! texts of a dictionary any number of times. So values that are decoded may take much more memory than their columns;
//! [`Limits::bytes`](packed_data::Limits) bounds a record of [`Columns::records`].
//!
//! The crate is `no_std` with `alloc`. Its feature `std`, on by default, turns on that of `packed-data` and of
//! `packed-data-schema`.
//!
//! The approach, one stream for each field of each constructor with tags in pre-order, is known from column stores for
//! nested data (Melnik et al., "Dremel", VLDB 2010) and, for recursive types, from the factored layout of the compiler
//! Gibbon.
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;

mod assemble;
mod block;
mod build;
mod columns;
mod cursor;
mod dictionary;
mod encode;
mod error;
mod filter;
mod fixed;
mod integers;
mod numbers;
mod options;
mod part;
mod partial;
mod raw;
mod select;
mod shred;
mod statistics;
mod steps;
mod tree;
mod values;
mod walk;

pub use columns::{Columns, decode};
pub use encode::{Encoder, encode};
pub use error::{Error, ErrorKind};
pub use filter::ColumnFilter;
pub use options::Options;
pub use part::{Part, ScalarColumn};
pub use partial::PartialReader;
pub use select::Selection;
pub use statistics::{Bound, Statistics};
pub use tree::ColumnSchema;
pub use values::{Column, ColumnValue, Number};
pub use walk::ColumnWalker;

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
