//! Measurements on the calling thread, for ordinary tests.

use std::hint::black_box;
use std::time::Instant;

use crate::error::Error;
use crate::tally::{self, thread::Scope};
use crate::weight::Weight;

/// Runs `work`. Returns what this thread allocated during it, and the result of `work`.
///
/// Only the calling thread counts, so that parallel tests do not affect each other. Requests of other threads that
/// `work` uses are not counted. Memory that this thread allocates and another thread frees still counts as held. To
/// count all threads, weigh a case with [`main`](crate::main).
///
/// Measurements nest: the outer one also counts the requests of the inner one.
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
/// If [`Counting`](crate::Counting) is not the global allocator, because all figures would be zero. If `work` panics,
/// with the same panic.
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
