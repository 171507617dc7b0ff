//! Files of packed data that say what is in them.
//!
//! The bytes of packed data say neither of what type they are nor in which layout. A file of this crate begins with a
//! header that says it: a magic number, the layout, the fingerprint of the type and its schema, and metadata of the
//! program's own. Opening it as another type is an error that shows both. Checksums find damage before a value is read.
//! The book's page on the file format has every byte.
//!
//! # One value
//!
//! [`write()`] replaces a file as a whole: a program that is killed leaves the old one. [`open`] reads a file,
//! [`open_mapped`] maps it; the value is verified and validated once, then used in place. [`open_lazy`] maps it in
//! constant time; what is read is checked when it is read.
//!
//! ```
//! use packed_data::{Indexed, Packable};
//!
//! #[derive(Packable)]
//! struct Word {
//!     text: String,
//!     count: u32,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("words");
//! let words = vec![Word { text: "be".into(), count: 2 }, Word { text: "to".into(), count: 3 }];
//! packed_data_file::write::<_, Indexed>(&path, &words)?;
//!
//! let words = packed_data_file::open::<Vec<Word>, Indexed>(&path)?;
//! assert_eq!(words.view().get(1).map(|word| word.fields().count), Some(3));
//!
//! let error = packed_data_file::open::<Vec<u64>, Indexed>(&path).unwrap_err();
//! assert!(error.to_string().starts_with("another type: expected Vec<u64> ("));
//! # Ok::<(), packed_data_file::Error>(())
//! ```
//!
//! # Many records
//!
//! [`Options`] create a file, or open one to append to it. A [`RecordWriter`] gathers records in blocks, each with a
//! checksum; what it [synced](RecordWriter::sync) no crash takes back. [`Records`] finds a record by its number in
//! constant time, iterates over all or some of them, and finds those with a key. A damaged block costs its own records
//! only. [`repair`](repair()) writes what is intact to a new file; [`upgrade`](upgrade()) makes a file one of a newer
//! version of its type. [`Blocks`] reads the bytes of records without their type, [`BlockReader`] also those of a file
//! that is larger than the memory.
//!
//! ```
//! use packed_data::Compact;
//! use packed_data_file::{Options, Records};
//!
//! # let folder = tempfile::tempdir()?;
//! # let path = folder.path().join("words");
//! let mut writer = Options::<(u32, String), Compact>::new().create(&path)?;
//! for word in ["to", "be", "or"] {
//!     writer.write(&(7, word.into()))?;
//! }
//! writer.close()?;
//!
//! let words = Records::<(u32, String), Compact>::open(&path)?;
//! assert_eq!(words.get(2)?.view().1, "or");
//! for word in &words {
//!     println!("{}", word?.view().1);
//! }
//! # Ok::<(), packed_data_file::Error>(())
//! ```
//!
//! # Features
//!
//! | feature | what it adds |
//! |---|---|
//! | `columns` | [`Form::Columns`]: writing and reading records in columns; `ColumnBlock`: reading some columns |
//! | `lz4` | [`Compression`] with LZ4, and reading such blocks |
//! | `rayon-1` | [`Records::par_blocks`] |
//! | `zstd` | [`Compression`] with Zstandard, and reading such blocks |
#![cfg_attr(
    not(feature = "rayon-1"),
    doc = "",
    doc = "[`Records::par_blocks`]: https://docs.rs/packed-data-file/latest/packed_data_file/struct.Records.html#method.par_blocks"
)]
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]

mod append;
mod block;
mod block_reader;
mod blocks;
#[cfg(feature = "columns")]
mod column_block;
mod compatibility;
mod compression;
mod content;
mod directory;
mod entry;
mod error;
mod form;
mod header;
mod index;
mod key;
mod lookup;
mod magic;
mod options;
mod records;
mod repair;
mod replace;
mod scan;
mod section;
mod source;
mod statistics;
#[cfg(not(packed_data_steps))]
mod steps;
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub mod steps;
mod upgrade;
mod value;
mod verdict;
mod writer;

pub use block::{Block, Check};
pub use block_reader::BlockReader;
pub use blocks::Blocks;
#[cfg(feature = "columns")]
pub use column_block::{ColumnBlock, ColumnError};
pub use compression::{Compression, CompressionError};
pub use content::Content;
pub use directory::{Directory, UNFINISHED};
pub use error::{Error, TypeError};
pub use form::Form;
pub use header::Header;
pub use key::Key;
pub use magic::MagicError;
pub use options::Options;
pub use records::{Iter, RecordBlock, Records};
pub use repair::{Repaired, repair, repair_bytes, repair_to};
pub use scan::Damage;
pub use section::Section;
pub use upgrade::upgrade;
pub use value::{
    LazyValue, Value, open, open_lazy, open_mapped, open_mapped_once, open_with, read_bytes, read_lazy, read_value,
    read_value_with, to_bytes, write, write_packed, write_raw, write_with,
};
pub use writer::{RawWriter, RecordWriter};
