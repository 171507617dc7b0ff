//! Packed data in LMDB, by [heed](https://docs.rs/heed): a store that is mapped into memory.
//!
//! - [`PackedTable`]: a table that knows the types of its values and keys. Values are read in the memory map, without a
//!   copy. The keys are in the order of their type. Opening it as another type is an error that says what differs; a
//!   type that can read the values opens it, with a [note](PackedTable::note).
//! - Policies: values are checked on each get ([`EachGet`]), once when the table is opened ([`AtOpen`]), or never
//!   ([`Trusted`]). The last two take a promise.
//! - [`PackedValue`]: a type of values for heed's own databases.
//!
//! To open an environment is `unsafe` in heed: LMDB maps its file, and trusts the tree of pages in it. So the file must
//! come from LMDB, and nothing else may change it while it is open. This crate adds nothing to that promise with
//! [`EachGet`]: values and keys are checked, and may come from anywhere.
//!
//! ```
//! use heed::EnvOpenOptions;
//! use packed_data::Packable;
//! use packed_data_heed::PackedTable;
//!
//! #[derive(Packable)]
//! struct Song {
//!     title: String,
//!     seconds: u32,
//! }
//!
//! # let folder = tempfile::tempdir()?;
//! // SAFETY: nothing but LMDB changes the files in this folder.
//! let env = unsafe { EnvOpenOptions::new().max_dbs(2).open(folder.path()) }?;
//! let songs = PackedTable::<(String, u16), Song>::create(&env, "songs")?; // by album and number
//!
//! let mut transaction = env.write_txn()?;
//! songs.write(&mut transaction)?.insert(&("Shore", 2), &Song { title: "Low Tide".into(), seconds: 253 })?;
//! transaction.commit()?;
//!
//! let transaction = env.read_txn()?;
//! for song in songs.read(&transaction)?.range(("Shore", 0)..("Shore", 10))? {
//!     let value = song?.value()?; // checked, in the memory map
//!     assert_eq!(value.view().fields().title, "Low Tide");
//! }
//! drop(transaction);
//!
//! let Err(error) = PackedTable::<(String, u16), String>::open(&env, "songs") else { panic!("it was opened") };
//! assert!(error.to_string().starts_with("table `songs`: another type: expected String"));
//! # Ok::<(), Box<dyn std::error::Error>>(())
//! ```

mod error;
mod opened;
mod read;
mod record;
mod table;
mod value;
mod write;

pub use error::Error;
pub use packed_data_store::{AtOpen, EachGet, Key, Policy, Total, Trusted};
pub use read::{ReadTable, Records, RevRecords};
pub use record::Record;
pub use table::{Checked, PackedTable};
pub use value::PackedValue;
pub use write::WriteTable;

// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
