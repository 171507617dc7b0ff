//! The counters of [`Counting`](crate::Counting), which calls these functions on each request.
//!
//! Every request counts for its thread; [`measure`](crate::measure()) reads these counters. While a case is weighed,
//! the requests of all threads count for the process too.

pub(crate) mod process;
pub(crate) mod thread;

use std::hint::black_box;
use std::sync::atomic::{AtomicBool, Ordering::Relaxed};

/// The difference of the counters between two moments, for a thread or for the process.
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
        process::add_live(bytes as i64);
        if !own {
            process::other_allocated(bytes);
        }
    }
}

/// A block of `size` bytes is about to be freed.
#[inline]
pub(crate) fn freed(size: usize) {
    let bytes = (size as i64).wrapping_neg();
    thread::with(|tally| tally.add_live(bytes));
    if process::counting() {
        process::add_live(bytes);
    }
}

/// A resize of a block from `old` bytes to `new` bytes.
#[must_use]
pub(crate) struct Resize {
    old: usize,
    new: usize,
    /// Whether the released bytes were counted for the process.
    counted: bool,
}

impl Resize {
    /// The allocator is about to be called. Released bytes are no longer held, because another thread may own them
    /// before the allocator returns.
    #[inline]
    pub(crate) fn begin(old: usize, new: usize) -> Self {
        let mut resize = Self { old, new, counted: false };
        if new < old {
            thread::with(|tally| tally.add_live(resize.difference()));
            resize.counted = process::counting();
            if resize.counted {
                process::add_live(resize.difference());
            }
        }
        resize
    }

    /// The allocator has resized the block: new bytes are held.
    #[inline]
    pub(crate) fn granted(self) {
        let growth = self.new.saturating_sub(self.old) as u64;
        let own = thread::with(|tally| tally.reallocated(growth));
        if process::counting() {
            process::add_live(growth as i64);
            if !own {
                process::other_reallocated(growth);
            }
        }
    }

    /// The allocator has not changed the block: the bytes that `begin` subtracted are held again.
    pub(crate) fn refused(self) {
        if self.new < self.old {
            thread::with(|tally| tally.add_live(-self.difference()));
        }
        if self.counted {
            process::add_live(-self.difference());
        }
    }

    // No block has more than `isize::MAX` bytes, so neither this nor its negation wraps.
    fn difference(&self) -> i64 {
        (self.new as i64).wrapping_sub(self.old as i64)
    }
}

/// Returns whether [`Counting`](crate::Counting) is this program's global allocator. The check allocates a byte, and
/// reads whether it was counted.
///
/// A positive result is stored, so that a nested measurement adds nothing to the outer one.
pub(crate) fn installed() -> bool {
    static FOUND: AtomicBool = AtomicBool::new(false);
    if !FOUND.load(Relaxed) {
        let before = thread::allocations();
        drop(black_box(Box::new(black_box(0_u8))));
        FOUND.store(thread::allocations() != before, Relaxed);
    }
    FOUND.load(Relaxed)
}
