//! The rules of the layouts of [`packed-data`], as data, and the reader of bytes that follows them.
//!
//! A layout of packed data is a [`Format`]: a handful of rules that determine every byte. The typed library evaluates
//! them at compile time, for each type; a program that reads by a schema evaluates them at run time. Both use the
//! constants of this crate, so they cannot differ.
//!
//! - [`LayoutId`] names the layouts; [`LayoutId::format`] returns the rules of one.
//! - [`Extent`] says how the end of a value is found; that of a compound value follows from those of its parts.
//! - [`Kind`] is the kind of a scalar.
//! - [`Weight`] counts the parts of values that take no bytes.
//! - [`Encoding`] is how a scalar is encoded. [`varint`] has the numbers that native layouts write for lengths, counts
//!   and sizes, and those of bincode; [`pair`] the floats of Haskell's `binary`.
//! - [`check`] checks the bytes of a value, or reads bytes that were checked, and reports the parts to a
//!   [`Visit`](visit::Visit); [`types`] are the facts of types that it asks for. [`ErrorKind`] says what is wrong,
//!   [`path`] where; [`Limits`] bound the work.
//! - [`dump`] is the form in which bytes are printed beside what they are.
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
//! The crate contains safe code only, and is `no_std` with `alloc`. Its feature `cbor` adds the reader of CBOR, and the
//! dependency `packed-data-cbor`; there are no others.
//!
//! [`packed-data`]: https://docs.rs/packed-data
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]
#![no_std]
#![forbid(unsafe_code)]

extern crate alloc;
#[cfg(packed_data_steps)]
extern crate std;

#[cfg_attr(not(feature = "cbor"), allow(dead_code, reason = "what only readers of CBOR use"))]
pub mod check;
pub mod dump;
mod encoding;
mod error;
mod extent;
mod format;
mod layout;
mod limits;
pub mod pair;
pub mod path;
mod scalar;
#[doc(hidden)]
pub mod steps;
pub mod types;
pub mod varint;
pub mod visit;
mod weight;

pub use encoding::{Encoding, ScalarRule};
pub use error::ErrorKind;
pub use extent::Extent;
pub use format::{EXPECTED_TAG, Format, Lacks, SequenceRule, SizeRule, TagRule, table_number, table_width_log};
pub use layout::{LayoutId, UnknownLayout};
pub use limits::Limits;
pub use scalar::{Kind, Scalar};
pub use weight::Weight;
