//! What crates for databases of packed data share; [`packed-data-redb`] and [`packed-data-heed`] are two of them.
//!
//! - Keys of your own types, stored in their order: [`Key`], [`encode_key`], [`encode_range`], [`Keys`]; [`Total`] for
//!   floats.
//! - When values are checked: [`Policy`], which is [`EachGet`], [`AtOpen`] or [`Trusted`].
//! - What is in a table: [`Definition`]. The database keeps a header for each table, under its name, in the table
//!   [`HEADERS`]: that of a file of packed data, with the layout, the fingerprint and the schema of the values, and the
//!   schema of the keys. A type that can read the values opens the table; another one is an [`Error`] that says what
//!   differs.
//!
//! ```
//! use packed_data_store::encode_key;
//!
//! let keys = [(-1_i16, "b"), (-1, "ba"), (0, ""), (1, "a")];
//! assert!(keys.is_sorted());
//! assert!(keys.map(|key| encode_key(&key).unwrap()).is_sorted()); // as bytes
//! ```
//!
//! [`packed-data-redb`]: https://docs.rs/packed-data-redb
//! [`packed-data-heed`]: https://docs.rs/packed-data-heed

mod definition;
mod error;
mod key;
mod policy;
mod total;

pub use definition::{Definition, HEADERS};
pub use error::Error;
pub use key::{EncodedRange, Key, KeyError, Keys, RangeError, encode_key, encode_range};
pub use policy::{AtOpen, EachGet, Policy, Trusted};
pub use total::Total;

// The example of the README compiles and runs.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
mod readme {}
