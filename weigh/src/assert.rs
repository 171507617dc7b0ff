//! Assertions for ordinary tests.

use std::fmt::Arguments;

use crate::format::{commas, plural};
use crate::measure::measure;

/// Asserts that a closure asks the allocator for memory exactly so many times, on this thread,
/// and gives what the closure gave.
///
/// Both allocations and reallocations count, since a block that changes its size may move. As
/// with `assert!`, words of one's own may follow.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// let numbers = vec![1_u64, 2, 3];
/// let sum: u64 = weigh::assert_allocates!(0, || numbers.iter().sum());
/// assert_eq!(sum, 6);
///
/// weigh::assert_allocates!(1, || numbers.clone(), "one block for {} numbers", numbers.len());
/// ```
///
/// # Panics
///
/// If the closure asks for memory more or less often, saying how often and for how many bytes; if
/// it panics itself; and if [`Counting`](crate::Counting) is not the global allocator.
#[macro_export]
macro_rules! assert_allocates {
    ($times:expr, $work:expr $(,)?) => {
        $crate::__private::assert_allocates($times, $work, ::core::option::Option::None)
    };
    ($times:expr, $work:expr, $($words:tt)+) => {
        $crate::__private::assert_allocates(
            $times,
            $work,
            ::core::option::Option::Some(::core::format_args!($($words)+)),
        )
    };
}

/// Asserts that a closure holds at most so many bytes at a time, on this thread, above what was
/// held when it began; and gives what the closure gave.
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// // One line at a time, not the whole text.
/// let longest = weigh::assert_peak!(64, || {
///     (1..1_000).map(|n| "x".repeat(n % 64).len()).max()
/// });
/// assert_eq!(longest, Some(63));
/// ```
///
/// # Panics
///
/// If the closure holds more, saying how much; if it panics itself; and if
/// [`Counting`](crate::Counting) is not the global allocator.
#[macro_export]
macro_rules! assert_peak {
    ($bytes:expr, $work:expr $(,)?) => {
        $crate::__private::assert_peak($bytes, $work, ::core::option::Option::None)
    };
    ($bytes:expr, $work:expr, $($words:tt)+) => {
        $crate::__private::assert_peak(
            $bytes,
            $work,
            ::core::option::Option::Some(::core::format_args!($($words)+)),
        )
    };
}

/// What [`assert_allocates!`] expands to.
#[track_caller]
pub fn assert_allocates<R>(times: u64, work: impl FnOnce() -> R, words: Option<Arguments<'_>>) -> R {
    let (weight, result) = measure(work);
    if weight.requests() != times {
        panic!(
            "expected {}, counted {} and {} ({} bytes){}",
            plural(times, "request for memory", "requests for memory"),
            plural(weight.allocations, "allocation", "allocations"),
            plural(weight.reallocations, "reallocation", "reallocations"),
            commas(weight.allocated),
            Words(words),
        );
    }
    result
}

/// What [`assert_peak!`] expands to.
#[track_caller]
pub fn assert_peak<R>(bytes: u64, work: impl FnOnce() -> R, words: Option<Arguments<'_>>) -> R {
    let (weight, result) = measure(work);
    if weight.peak > bytes {
        panic!("expected a peak of at most {} bytes, counted {}{}", commas(bytes), commas(weight.peak), Words(words),);
    }
    result
}

/// The caller's own words, after what we say.
struct Words<'a>(Option<Arguments<'a>>);

impl std::fmt::Display for Words<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(words) => write!(f, ": {words}"),
            None => Ok(()),
        }
    }
}
