//! Comparisons of packed-data with its alternatives, on the same data, in one process, in turn. The README of the crate
//! says how to run them; the results are in `RESULTS.md`.

mod allocator;
mod before;
mod chart;
mod contestant;
mod harness;
#[path = "../../test-suite/src/layouts.rs"]
mod layouts;
mod link;
mod machine;
mod process;
mod report;
mod scale;
mod serialisers;
mod settings;
mod targets;
mod unlimited;

pub mod build_cost;
pub mod formats;
pub mod generated;
pub mod scaling;
pub mod table1;
pub mod vectors;

pub use contestant::{Answer, Contestant};
pub use harness::{Comparison, Figure, Measured, Results, ratio};
pub use machine::describe_machine;
pub use report::Report;
pub use scale::Scale;
pub use settings::{Settings, Table};
pub use targets::Target;

/// The reason why a run failed.
pub type Error = Box<dyn std::error::Error + Send + Sync>;
