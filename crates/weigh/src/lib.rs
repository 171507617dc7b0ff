//! Measure what code allocates, and fail when it grows.
//!
//! Allocation is repeatable, unlike time: the same work requests the same bytes each time it runs. So allocation can be
//! tested. This crate is to allocation what criterion is to time. It does for Rust what the package of the same name
//! does for Haskell.
//!
//! Install the counting allocator in a bench or test target, and define the cases to weigh:
//!
//! ```no_run
//! #[global_allocator]
//! static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
//!
//! fn squares(numbers: &[u64]) -> Vec<u64> {
//!     numbers.iter().map(|n| n * n).collect()
//! }
//!
//! fn main() {
//!     let million: Vec<u64> = (0..1_000_000).collect();
//!     weigh::main(|w| {
//!         w.group("squares", |w| {
//!             w.func("of 1M u64", squares, &million).max_allocated(8_000_000).max_allocations(1);
//!         });
//!         w.value("table", || vec![0_u8; 256]);
//!         w.action("read file", || std::fs::read("Cargo.toml"));
//!     });
//! }
//! ```
//!
//! Each case runs in a separate process. There, its argument is built before the counting starts, and its result is
//! kept until the figures are taken. The requests of all threads of that process count.
//!
//! In ordinary tests, [`measure()`], [`assert_allocates!`] and [`assert_peak!`] count the requests of the calling
//! thread:
//!
//! ```
//! #[global_allocator]
//! static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
//!
//! let text = String::from("a,b,c");
//! let fields = weigh::assert_allocates!(0, || text.split(',').count());
//! assert_eq!(fields, 3);
//! ```
//!
//! - The definition of cases: [`Weigh`]; limits on a case: [`Case`].
//! - The figures of a case: [`Weight`]; how they are shown: [`Config`], [`Column`], [`Format`].
//! - Results as values: [`results`], [`Outcome`], [`Change`].
//!
//! The crate has no features. Its guide is the [README], and a page explains how to [read the figures].
//!
//! [README]: https://github.com/packed-data/packed-data/blob/main/crates/weigh/README.md
//! [read the figures]: https://github.com/packed-data/packed-data/blob/main/crates/weigh/docs/reading-the-figures.md

mod args;
mod assert;
mod baseline;
mod case;
mod child;
mod column;
mod config;
mod counting;
mod dsl;
mod environment;
mod error;
mod format;
mod json;
mod limit;
mod measure;
mod outcome;
mod paint;
mod panics;
mod probe;
mod render;
mod rss;
mod runner;
mod spawn;
mod tally;
mod weight;

pub use case::Case;
pub use column::{Column, UnknownColumn};
pub use config::{Config, Format, UnknownFormat};
pub use counting::Counting;
pub use dsl::Weigh;
pub use error::Error;
pub use format::commas;
pub use measure::measure;
pub use outcome::{Change, Outcome};
pub use runner::{main, results};
pub use weight::Weight;

/// Functions that the macros call. They are not part of the interface.
#[doc(hidden)]
pub mod __private {
    pub use crate::assert::{assert_allocates, assert_peak};
}

// Compiles the examples of the README.
#[cfg(doctest)]
#[doc = include_str!("../README.md")]
struct Readme;

#[cfg(test)]
#[global_allocator]
static ALLOCATOR: Counting<std::alloc::System> = Counting::system();
