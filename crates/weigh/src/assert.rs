//! Assertions for ordinary tests.

use std::fmt::Arguments;

use crate::format::{commas, plural};
use crate::measure::measure;

/// Asserts that a closure requests memory from the allocator exactly `$times` times, on this thread. Returns the result
/// of the closure.
///
/// Both allocations and reallocations count, because a block that changes its size may move. As with `assert!`, a
/// custom message may follow.
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
/// If the closure requests memory more or less often; the message has the number of requests and of bytes. If the
/// closure panics. If [`Counting`](crate::Counting) is not the global allocator.
#[macro_export]
macro_rules! assert_allocates {
    ($times:expr, $work:expr $(,)?) => {
        $crate::__private::assert_allocates($times, $work, ::core::option::Option::None)
    };
    ($times:expr, $work:expr, $($message:tt)+) => {
        $crate::__private::assert_allocates(
            $times,
            $work,
            ::core::option::Option::Some(::core::format_args!($($message)+)),
        )
    };
}

/// Asserts that a closure holds at most `$bytes` bytes at any time, on this thread; bytes that were held before the
/// closure do not count. Returns the result of the closure.
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
/// If the closure holds more; the message has the number of bytes. If the closure panics. If
/// [`Counting`](crate::Counting) is not the global allocator.
#[macro_export]
macro_rules! assert_peak {
    ($bytes:expr, $work:expr $(,)?) => {
        $crate::__private::assert_peak($bytes, $work, ::core::option::Option::None)
    };
    ($bytes:expr, $work:expr, $($message:tt)+) => {
        $crate::__private::assert_peak(
            $bytes,
            $work,
            ::core::option::Option::Some(::core::format_args!($($message)+)),
        )
    };
}

/// The function that [`assert_allocates!`] calls.
#[track_caller]
pub fn assert_allocates<R>(times: u64, work: impl FnOnce() -> R, message: Option<Arguments<'_>>) -> R {
    let (weight, result) = measure(work);
    if weight.requests() != times {
        panic!(
            "expected {}, counted {} and {} ({} bytes){}",
            plural(times, "request for memory", "requests for memory"),
            plural(weight.allocations, "allocation", "allocations"),
            plural(weight.reallocations, "reallocation", "reallocations"),
            commas(weight.allocated),
            CustomMessage(message),
        );
    }
    result
}

/// The function that [`assert_peak!`] calls.
#[track_caller]
pub fn assert_peak<R>(bytes: u64, work: impl FnOnce() -> R, message: Option<Arguments<'_>>) -> R {
    let (weight, result) = measure(work);
    if weight.peak > bytes {
        panic!(
            "expected a peak of at most {} bytes, counted {}{}",
            commas(bytes),
            commas(weight.peak),
            CustomMessage(message),
        );
    }
    result
}

/// The caller's message, which follows ours.
struct CustomMessage<'a>(Option<Arguments<'a>>);

impl std::fmt::Display for CustomMessage<'_> {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        match self.0 {
            Some(message) => write!(f, ": {message}"),
            None => Ok(()),
        }
    }
}
