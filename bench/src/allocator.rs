//! The allocator of the process: the system's, counted only while memory is what is measured, so that
//! counting does not slow whoever allocates most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicBool, Ordering};

use weigh::{Counting, Weight};

static COUNTED: Counting<System> = Counting::system();
static COUNTS: AtomicBool = AtomicBool::new(false);

#[global_allocator]
static ALLOCATOR: Switched = Switched;

struct Switched;

// SAFETY: a block of `Counting<System>` is a block of `System`, so either may free the other's.
unsafe impl GlobalAlloc for Switched {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller promises what `GlobalAlloc` asks.
        unsafe { if COUNTS.load(Ordering::Relaxed) { COUNTED.alloc(layout) } else { System.alloc(layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            if COUNTS.load(Ordering::Relaxed) { COUNTED.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) }
        }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: as above.
        unsafe {
            if COUNTS.load(Ordering::Relaxed) { COUNTED.dealloc(block, layout) } else { System.dealloc(block, layout) }
        }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: as above.
        unsafe {
            if COUNTS.load(Ordering::Relaxed) {
                COUNTED.realloc(block, layout, new_size)
            } else {
                System.realloc(block, layout, new_size)
            }
        }
    }
}

/// What `work` allocates on this thread.
pub(crate) fn weigh<R>(work: impl FnOnce() -> R) -> (Weight, R) {
    COUNTS.store(true, Ordering::Relaxed);
    let outcome = weigh::measure(work);
    COUNTS.store(false, Ordering::Relaxed);
    outcome
}
