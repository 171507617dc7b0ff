//! What a piece of work weighed.

use std::time::Duration;

use crate::tally::Figures;

/// What a piece of work weighed: what it asked of the allocator, counted exactly, and beside it
/// two figures that are only rough.
///
/// Sizes are the bytes asked for; what an allocator adds in rounding and bookkeeping is not in
/// them.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// let (weight, kept) = weigh::measure(|| {
///     let passing = vec![0_u8; 1_000];
///     let kept = vec![passing[0]; 24];
///     drop(passing);
///     kept
/// });
/// assert_eq!(weight.allocated, 1_024);
/// assert_eq!(weight.allocations, 2);
/// assert_eq!(weight.peak, 1_024);
/// assert_eq!(weight.live, 24);
/// # drop(kept);
/// ```
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
#[non_exhaustive]
pub struct Weight {
    /// Bytes asked for in all. Of a reallocation only the growth counts, so that a vector which
    /// grows step by step has in the end asked for its capacity.
    pub allocated: u64,
    /// Blocks asked for.
    pub allocations: u64,
    /// Blocks asked to change their size. Each may copy the block elsewhere.
    pub reallocations: u64,
    /// The most bytes held at a time, above what was held at the start.
    pub peak: u64,
    /// Bytes still held at the end, the result among them, above what was held at the start.
    /// Below zero if the work freed more of what was there before.
    pub live: i64,
    /// The most memory the process has had in residence since it began, in bytes, as the
    /// operating system says. `None` where it is not known: in [`measure`](crate::measure()), and
    /// on systems other than Linux.
    pub max_rss: Option<u64>,
    /// How long the work took, once: rough.
    pub time: Duration,
}

impl Weight {
    /// How often memory was asked for: [`allocations`](Self::allocations) and
    /// [`reallocations`](Self::reallocations) together.
    ///
    /// ```
    /// #[global_allocator]
    /// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
    ///
    /// let (weight, _) = weigh::measure(|| {
    ///     let mut digits = vec![1_u8, 2];
    ///     digits.reserve_exact(8);
    ///     digits
    /// });
    /// assert_eq!((weight.allocations, weight.reallocations), (1, 1));
    /// assert_eq!(weight.requests(), 2);
    /// ```
    #[must_use]
    pub fn requests(&self) -> u64 {
        self.allocations.saturating_add(self.reallocations)
    }

    pub(crate) fn new(figures: Figures, time: Duration) -> Self {
        Self {
            allocated: figures.allocated,
            allocations: figures.allocations,
            reallocations: figures.reallocations,
            peak: figures.peak,
            live: figures.live,
            max_rss: None,
            time,
        }
    }
}
