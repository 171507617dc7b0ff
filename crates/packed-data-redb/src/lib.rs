//! Packed data in [redb](https://docs.rs/redb): a store in one file, all Rust.
//!
//! - [`PackedTable`]: a table that knows the types of its values and keys. Values are read in the database's own page,
//!   without a copy. The keys are in the order of their type. Opening it as another type is an error that says what
//!   differs; a type that can read the values opens it, with a [note](PackedTable::note).
//! - Policies: values are checked on each get ([`EachGet`]), once when the table is opened ([`AtOpen`]), or never
//!   ([`Trusted`]). The last two take a promise: redb reads pages from its file again, so a file that another program
//!   changes would be read as values that were never checked.
//! - [`PackedValue`]: a type of values for redb's own tables.
//!
//! redb's `from_bytes` cannot fail. So it checks nothing: it returns bytes with a type ([`Stored`]), and
//! [`Stored::get`] or [`Record::value`] checks them and can fail.
//!
//! ```
//! use packed_data::Packable;
//! use packed_data_redb::PackedTable;
//! use redb::ReadableDatabase;
//!
//! #[derive(Packable)]
//! struct Song {
//!     title: String,
//!     seconds: u32,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! let database = redb::Database::create(folder.path().join("songs.redb"))?;
//! let songs = PackedTable::<(String, u16), Song>::create(&database, "songs")?; // by album and number
//!
//! let transaction = database.begin_write()?;
//! songs.write(&transaction)?.insert(&("Shore", 2), &Song { title: "Low Tide".into(), seconds: 253 })?;
//! transaction.commit()?;
//!
//! let reader = songs.read(&database.begin_read()?)?;
//! for song in reader.range(("Shore", 0)..("Shore", 10))? {
//!     let song = song?;
//!     let value = song.value()?; // checked, in the page
//!     assert_eq!(value.view().fields().title, "Low Tide");
//! }
//!
//! let Err(error) = PackedTable::<(String, u16), String>::open(&database, "songs") else { panic!("it was opened") };
//! assert!(error.to_string().starts_with("table `songs`: another type: expected String"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod read;
mod record;
mod table;
mod value;
mod write;

pub use error::Error;
pub use packed_data_store::{AtOpen, EachGet, Key, Policy, Total, Trusted};
pub use read::{ReadTable, Records};
pub use record::{Page, Record};
pub use table::{Checked, PackedTable};
pub use value::{PackedValue, Stored};
pub use write::WriteTable;

// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
