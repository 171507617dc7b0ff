//! Measures a case, in its process.

use std::fmt::Display;
use std::hint::black_box;
use std::time::Instant;

use crate::rss;
use crate::tally::process::Count;
use crate::weight::Weight;

/// The figures and the failure of a case.
#[derive(Debug, Default)]
pub(crate) struct Probe {
    pub(crate) weight: Option<Weight>,
    pub(crate) failure: Option<String>,
}

impl Probe {
    /// Runs `work`, and stores its figures. Returns the result of `work`, which the caller drops after all figures are
    /// taken.
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

    /// Like [`weigh`](Self::weigh), for work that can fail. After a failure there are no figures, because they would be
    /// those of incomplete work.
    pub(crate) fn weigh_fallible<R, E: Display>(&mut self, work: impl FnOnce() -> Result<R, E>) {
        if let Err(error) = self.weigh(work) {
            self.weight = None;
            self.failure = Some(format!("failed: {error}"));
        }
    }
}
