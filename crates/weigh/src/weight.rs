//! The figures of a piece of work.

use std::time::Duration;

use crate::tally::Figures;

/// The figures of a piece of work: its requests to the allocator, counted exactly, and two rough figures
/// ([`max_rss`](Self::max_rss) and [`time`](Self::time)).
///
/// Sizes are the requested bytes. They do not include what an allocator adds by rounding and bookkeeping.
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
    /// Requested bytes in total. For a reallocation, only the growth counts: a vector that grows step by step has
    /// requested exactly its capacity in the end.
    pub allocated: u64,
    /// Requested blocks.
    pub allocations: u64,
    /// Requests to change the size of a block. Each may copy the block to another address.
    pub reallocations: u64,
    /// The maximum of the held bytes, relative to the bytes held at the start.
    pub peak: u64,
    /// Bytes still held at the end, including the result, relative to the bytes held at the start. Negative if the work
    /// freed more bytes than it allocated.
    pub live: i64,
    /// The maximum resident set size of the process since it began, in bytes, as the operating system reports it.
    /// `None` if it is not known: in [`measure`](crate::measure()), and on systems other than Linux.
    pub max_rss: Option<u64>,
    /// The time of the work, measured once: a rough figure.
    pub time: Duration,
}

impl Weight {
    /// Returns the number of requests for memory: the sum of [`allocations`](Self::allocations) and
    /// [`reallocations`](Self::reallocations).
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
