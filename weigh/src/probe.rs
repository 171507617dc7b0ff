//! Weighing, in the process of a case.

use std::fmt::Display;
use std::hint::black_box;
use std::time::Instant;

use crate::rss;
use crate::tally::process::Count;
use crate::weight::Weight;

/// What a case tells of itself as it runs.
#[derive(Debug, Default)]
pub(crate) struct Probe {
    pub(crate) weight: Option<Weight>,
    pub(crate) failure: Option<String>,
}

impl Probe {
    /// Runs `work` and notes what it weighed. What it gave comes back, still held: only the caller
    /// drops it, when all figures are taken.
    pub(crate) fn weigh<R>(&mut self, work: impl FnOnce() -> R) -> R {
        let count = Count::start();
        let start = Instant::now();
        let result = black_box(work());
        let time = start.elapsed();
        let mut weight = Weight::new(count.stop(), time);
        weight.max_rss = rss::max();
        self.weight = Some(weight);
        result
    }

    /// As [`weigh`](Self::weigh), for work that can fail. What a failure weighed is not what was to
    /// be weighed, so there is no weight then.
    pub(crate) fn weigh_fallible<R, E: Display>(&mut self, work: impl FnOnce() -> Result<R, E>) {
        if let Err(error) = self.weigh(work) {
            self.weight = None;
            self.failure = Some(format!("failed: {error}"));
        }
    }
}
