//! Measuring in an ordinary test, on the thread that asks.

use std::hint::black_box;
use std::time::Instant;

use crate::error::Error;
use crate::tally::{self, thread::Scope};
use crate::weight::Weight;

/// Runs `work` and says what this thread allocated meanwhile, beside what `work` gave.
///
/// Only the calling thread counts, so that tests in parallel do not count each other's. What
/// `work` has other threads do is not counted; memory it allocates and another thread frees still
/// counts as held. To count all threads, weigh a case with [`main`](crate::main).
///
/// Measurements nest: the outer one counts what the inner one does too.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// let (weight, squares) = weigh::measure(|| (0..100_u64).map(|n| n * n).collect::<Vec<_>>());
/// assert_eq!(weight.allocated, 800);
/// assert_eq!(squares.len(), 100);
/// ```
///
/// # Panics
///
/// If [`Counting`](crate::Counting) is not the global allocator, since all figures would be zero;
/// and if `work` panics, with its panic.
#[track_caller]
pub fn measure<R>(work: impl FnOnce() -> R) -> (Weight, R) {
    if !tally::installed() {
        panic!("{}", Error::AllocatorNotInstalled);
    }
    let start = Instant::now();
    let scope = Scope::enter();
    let result = black_box(work());
    let figures = scope.figures();
    (Weight::new(figures, start.elapsed()), result)
}
