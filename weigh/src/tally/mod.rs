//! The numbers behind [`Counting`](crate::Counting): what it calls on each request.
//!
//! Every request counts for its thread, which is what [`measure`](crate::measure()) reads. While a
//! case is weighed it counts for the process too, whichever thread makes it.

pub(crate) mod process;
pub(crate) mod thread;

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// What was counted between two moments, of a thread or of the process.
#[derive(Clone, Copy, Debug, Default, PartialEq, Eq)]
pub(crate) struct Figures {
    pub(crate) allocated: u64,
    pub(crate) allocations: u64,
    pub(crate) reallocations: u64,
    pub(crate) peak: u64,
    pub(crate) live: i64,
}

/// A block of `size` bytes was handed out.
#[inline]
pub(crate) fn allocated(size: usize) {
    let bytes = size as u64;
    let own = thread::with(|tally| tally.allocated(bytes));
    if process::counting() {
        process::hold(bytes as i64);
        if !own {
            process::other_allocated(bytes);
        }
    }
}

/// A block of `size` bytes is about to be given back.
#[inline]
pub(crate) fn freed(size: usize) {
    let bytes = (size as i64).wrapping_neg();
    thread::with(|tally| tally.hold(bytes));
    if process::counting() {
        process::hold(bytes);
    }
}

/// A block of `old` bytes has now `new`.
#[inline]
pub(crate) fn reallocated(old: usize, new: usize) {
    let growth = new.saturating_sub(old) as u64;
    let difference = (new as i64).wrapping_sub(old as i64);
    let own = thread::with(|tally| tally.reallocated(growth, difference));
    if process::counting() {
        process::hold(difference);
        if !own {
            process::other_reallocated(growth);
        }
    }
}

/// Whether [`Counting`](crate::Counting) is this program's global allocator, found out by
/// allocating a byte and looking whether it counted.
///
/// Once found it is remembered, so that a measurement within another adds nothing to it.
pub(crate) fn installed() -> bool {
    static FOUND: AtomicBool = AtomicBool::new(false);
    if !FOUND.load(Relaxed) {
        let before = thread::allocations();
        drop(black_box(Box::new(black_box(0_u8))));
        FOUND.store(thread::allocations() != before, Relaxed);
    }
    FOUND.load(Relaxed)
}
