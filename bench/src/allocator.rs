//! The allocator of the process: that of the system. It counts only while memory is measured, so that counting does not
//! slow down the contestants that allocate most.

use std::alloc::{GlobalAlloc, Layout, System};
use std::sync::atomic::{AtomicU32, Ordering};

use weigh::{Counting, Weight};

static COUNTED: Counting<System> = Counting::system();
/// Number of threads that measure memory now.
static COUNTS: AtomicU32 = AtomicU32::new(0);

fn counts() -> bool {
    COUNTS.load(Ordering::Relaxed) > 0
}

#[global_allocator]
static ALLOCATOR: Switched = Switched;

struct Switched;

// SAFETY: a block of `Counting<System>` is a block of `System`, so either may free the other's.
unsafe impl GlobalAlloc for Switched {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { if counts() { COUNTED.alloc(layout) } else { System.alloc(layout) } }
    }

    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { if counts() { COUNTED.alloc_zeroed(layout) } else { System.alloc_zeroed(layout) } }
    }

    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe { if counts() { COUNTED.dealloc(block, layout) } else { System.dealloc(block, layout) } }
    }

    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: the caller keeps the contract of `GlobalAlloc`.
        unsafe {
            if counts() { COUNTED.realloc(block, layout, new_size) } else { System.realloc(block, layout, new_size) }
        }
    }
}

/// Keeps freed memory in the process for the next allocation. Otherwise the blocks that were freed earlier decide
/// whether glibc's `malloc` returns large blocks to the system, and it is a matter of luck which contestant must fetch
/// fresh pages. Does nothing on other systems.
pub(crate) fn keep_freed_memory() {
    #[cfg(all(target_os = "linux", target_env = "gnu"))]
    {
        use std::ffi::c_int;

        const TRIM_THRESHOLD: c_int = -1;
        const MMAP_MAX: c_int = -4;
        const ARENA_MAX: c_int = -8;

        unsafe extern "C" {
            fn mallopt(parameter: c_int, value: c_int) -> c_int;
        }
        // SAFETY: `mallopt` takes any parameter and value, at any time.
        unsafe {
            mallopt(TRIM_THRESHOLD, -1);
            mallopt(MMAP_MAX, 0);
            mallopt(ARENA_MAX, 1);
        }
    }
}

/// Returns the weight of the allocations of `work` on this thread, and its result.
pub(crate) fn weigh<R>(work: impl FnOnce() -> R) -> (Weight, R) {
    COUNTS.fetch_add(1, Ordering::Relaxed);
    let outcome = weigh::measure(work);
    COUNTS.fetch_sub(1, Ordering::Relaxed);
    outcome
}
