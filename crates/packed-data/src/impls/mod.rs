//! Implementations of [`Packable`](crate::Packable) for types of the language, of `core`, `alloc` and `std`, and of
//! other crates.

mod addresses;
#[cfg(feature = "haskell")]
mod haskell;
mod lists;
mod lookup;
mod maps;
mod ordering;
mod pointers;
mod ranges;
mod scalars;
mod sequences;
mod sums;
mod tuples;
mod units;
mod values;
mod wrappers;

#[cfg(feature = "bytes-1")]
mod bytes_1;
#[cfg(feature = "indexmap-2")]
mod indexmap_2;
#[cfg(feature = "smallvec-1")]
mod smallvec_1;
#[cfg(feature = "uuid-1")]
mod uuid_1;

pub use addresses::{IpAddrCase, SocketAddrCase};
pub use ordering::OrderingCase;
pub use ranges::BoundCase;
pub use sums::{OptionCase, OptionTransform, ResultCase, ResultTransform};
