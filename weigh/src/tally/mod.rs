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

/// A block of `old` bytes that is being resized to `new`.
#[must_use]
pub(crate) struct Resize {
    old: usize,
    new: usize,
    /// Whether the process has counted the bytes that go.
    counted: bool,
}

impl Resize {
    /// The allocator is about to be asked: bytes that go are held no longer, since another thread
    /// may own them before the allocator returns.
    #[inline]
    pub(crate) fn begin(old: usize, new: usize) -> Self {
        let mut resize = Self { old, new, counted: false };
        if new < old {
            thread::with(|tally| tally.hold(resize.difference()));
            resize.counted = process::counting();
            if resize.counted {
                process::hold(resize.difference());
            }
        }
        resize
    }

    /// The allocator has resized the block: bytes that came are held.
    #[inline]
    pub(crate) fn granted(self) {
        let growth = self.new.saturating_sub(self.old) as u64;
        let own = thread::with(|tally| tally.reallocated(growth));
        if process::counting() {
            process::hold(growth as i64);
            if !own {
                process::other_reallocated(growth);
            }
        }
    }

    /// The allocator has left the block as it was: bytes that were to go are held again.
    pub(crate) fn refused(self) {
        if self.new < self.old {
            thread::with(|tally| tally.hold(-self.difference()));
        }
        if self.counted {
            process::hold(-self.difference());
        }
    }

    // No block has more than `isize::MAX` bytes, so neither this nor its negation wraps.
    fn difference(&self) -> i64 {
        (self.new as i64).wrapping_sub(self.old as i64)
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
