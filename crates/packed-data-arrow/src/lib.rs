//! Packed data as [Apache Arrow]: packed records become record batches without owned values in between, and back. Arrow
//! is what data frames, SQL engines and Parquet share.
//!
//! ```
//! use packed_data::{Indexed, Packable};
//! use packed_data_arrow::{Options, RecordBatches};
//! use packed_data_file::Records;
//! use packed_data_schema::{LayoutId, Schema};
//!
//! #[derive(Packable)]
//! struct Trade {
//!     symbol: String,
//!     price: f64,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("trades.packed");
//! # let mut file = packed_data_file::Options::<Trade, Indexed>::new().create(&path)?;
//! # for number in 0..10_000 {
//! #     file.write(&Trade { symbol: format!("S{}", number % 7), price: 0.5 })?;
//! # }
//! # file.close()?;
//! let trades = Records::<Trade, Indexed>::open(&path)?;
//! let schema = Schema::of::<Trade>();
//! let codec = schema.codec(LayoutId::Indexed)?;
//! let mut rows = 0;
//! for batch in RecordBatches::new(&trades, &codec, &Options::new())? {
//!     rows += batch?.num_rows(); // or write it, or compute with it
//! }
//! assert_eq!(rows, 10_000);
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```
//!
//! - [`RecordBatches`]: batches of an iterator of records; [`BatchBuilder`]: the same, record by record.
//! - `ColumnReader`, with the feature `columns`: batches of records that are stored in
//!   [columns](https://docs.rs/packed-data-columns), without rows in between. `FileBatches`, with the feature `file`:
//!   batches of a file with blocks of rows or columns.
//! - [`from_batch`], [`from_batch_as`]: packed records from batches, of any program.
//! - [`infer_schema`]: a packed schema for batches that have none.
//! - [`arrow_schema()`]: the Arrow schema of a type; [`Options`]: rows of a batch, columns, and what enums become.
//!
//! The type is that of a [`Schema`](packed_data_schema::Schema), which a program has from the Rust type or from the
//! header of a file. So files of any type become batches.
//!
//! # Types
//!
//! If a record is a struct, its fields are the columns of the batch; otherwise there is one column, `value`.
//!
//! | packed | Arrow |
//! |---|---|
//! | integers of up to 64 bits, also `NonZero` | the same; `usize` and `isize` have 64 bits |
//! | `u128`, `i128` | `Decimal256(39, 0)` |
//! | `f32`, `f64`, `bool` | `Float32`, `Float64`, `Boolean` |
//! | `char`, strings | `Utf8` |
//! | `Duration` | `Duration(Nanosecond)`; one of more than 292 years is an error |
//! | `SystemTime` | `Timestamp(Nanosecond, "UTC")`; one before 1677 or after 2262 is an error |
//! | a sequence of bytes; an item of CBOR; a constructor that the schema does not know | `Binary` |
//! | `[u8; N]` | `FixedSizeBinary(N)`; `Binary` if `N` is 0, or nulls take too much |
//! | sequences and sets | `List` |
//! | `[T; N]` | `FixedSizeList`; `List` if `N` is 0, or nulls take too much |
//! | maps | `Map`; a `List` of structs if the keys may be null, or are unions |
//! | structs, tuples | `Struct`; the fields of a tuple are `0`, `1`, ... |
//! | a struct of one field without a name | what the field is |
//! | `()`, a struct without fields | `Null` |
//! | an enum without data | `Dictionary` of the names |
//! | an enum with data | a dense `Union` with a member for each constructor, or a `Struct`: see [`Enums`] |
//! | `Option` | the type with nulls |
//! | `Option` of an `Option`, of a union, or of what is `Null` | a nullable struct around it, with the field `Some` |
//! | a field with a default | as an `Option` of it: null if it is absent; one that is an `Option`, also if it is `None` |
//! | a value with an adapter | what it is packed as |
//! | a type that contains itself | an error |
//!
//! In columns of fixed size, a null takes as much memory as its values: at most 4096 values in one column, and 65,536
//! in all such columns of a type, counted in their order.
//!
//! On the way back, each of them is accepted where its values fit: see [`from_batch`].
//!
//! # What is checked
//!
//! Each record is validated in the walk that appends it, within [limits](packed_data::Limits): damaged and hostile
//! bytes are errors, with the offset, the path and the number of the record. Batches that come back are checked too:
//! each row is a value of the type, or an error with its path and number. Memory is taken for one batch, of at most
//! 256 MiB and one record. A record may take 256 MiB beside 64 times its bytes: nulls in lists of fixed size, and
//! values without bytes, could otherwise take any amount.
//!
//! [Apache Arrow]: https://arrow.apache.org
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]
#![forbid(unsafe_code)]

mod append;
mod back;
mod batch;
mod cell;
mod column;
#[cfg(feature = "columns")]
mod direct;
mod error;
#[cfg(feature = "file")]
mod file_batches;
mod form;
#[cfg(feature = "columns")]
mod from_columns;
mod infer;
mod kind;
mod leaf;
mod options;
mod plan;

pub use back::{FromBatch, from_batch, from_batch_as};
pub use batch::{BatchBuilder, RecordBatches, arrow_schema};
pub use error::{Error, ErrorKind};
#[cfg(feature = "file")]
pub use file_batches::FileBatches;
#[cfg(feature = "columns")]
pub use from_columns::{ColumnReader, ColumnRows};
pub use infer::infer_schema;
pub use options::{Enums, Options};

#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;
