//! Implementations of [`Packable`](crate::Packable) for types of the language and its libraries, and of other crates.

#[cfg(any(
    feature = "arrayvec-0_7",
    feature = "chrono-0_4",
    feature = "half-2",
    feature = "ipnet-2",
    feature = "jiff-0_2",
    feature = "ordered-float-5",
    feature = "rust_decimal-1",
    feature = "semver-1",
    feature = "time-0_3",
    feature = "url-2",
))]
mod adapted;
mod addresses;
mod cells;
#[cfg(feature = "haskell")]
mod haskell;
mod lists;
mod lookup;
mod maps;
mod ordering;
#[cfg(feature = "std")]
mod paths;
mod pointers;
mod ranges;
mod reserved;
mod scalars;
mod sequences;
mod sums;
mod tuples;
mod units;
mod unknown;
mod values;
mod wrappers;

#[cfg(feature = "arbitrary-1")]
mod arbitrary_1;
#[cfg(feature = "arrayvec-0_7")]
mod arrayvec_0_7;
#[cfg(feature = "bytes-1")]
mod bytes_1;
#[cfg(feature = "chrono-0_4")]
mod chrono_0_4;
#[cfg(feature = "compact_str-0_10")]
mod compact_str_0_10;
#[cfg(feature = "either-1")]
mod either_1;
#[cfg(feature = "half-2")]
mod half_2;
#[cfg(feature = "indexmap-2")]
mod indexmap_2;
#[cfg(feature = "ipnet-2")]
mod ipnet_2;
#[cfg(feature = "jiff-0_2")]
mod jiff_0_2;
#[cfg(feature = "ordered-float-5")]
mod ordered_float_5;
#[cfg(feature = "proptest-1")]
mod proptest_1;
#[cfg(feature = "rust_decimal-1")]
mod rust_decimal_1;
#[cfg(feature = "semver-1")]
mod semver_1;
#[cfg(feature = "smallvec-1")]
mod smallvec_1;
#[cfg(feature = "smol_str-0_3")]
mod smol_str_0_3;
#[cfg(any(feature = "compact_str-0_10", feature = "smol_str-0_3"))]
mod texts;
#[cfg(feature = "time-0_3")]
mod time_0_3;
#[cfg(feature = "url-2")]
mod url_2;
#[cfg(feature = "uuid-1")]
mod uuid_1;
#[cfg(feature = "zerocopy-0_8")]
mod zerocopy_0_8;

pub use addresses::{IpAddrCase, SocketAddrCase};
pub use ordering::OrderingCase;
pub use ranges::BoundCase;
pub use reserved::Reserved;
pub use sums::{OptionCase, OptionTransform, ResultCase, ResultTransform};
pub use unknown::{Unknown, UnknownRef};
