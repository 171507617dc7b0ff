//! The counters of all threads of the process, while a case is weighed.
//!
//! The held bytes, and so the peak, are one number for all threads. The totals of the thread that runs the case are in
//! its own tally, where they cost no atomic operation. Only the totals of other threads are here.
//!
//! Relaxed order is enough. A case that joins its threads sees all that they counted, because joining synchronises. If
//! a thread still runs when the case ends, no order could decide which of its requests belong to the case.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

use super::Figures;
use super::thread::{self, Scope};

static COUNTING: AtomicBool = AtomicBool::new(false);
static OTHERS_ALLOCATED: AtomicU64 = AtomicU64::new(0);
static OTHERS_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static OTHERS_REALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Held bytes relative to the start: negative if more bytes were freed than allocated.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// Each unit test that counts for the process holds this lock, because all unit tests run in one process.
#[cfg(test)]
pub(crate) static SERIAL: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Returns whether requests currently count for the process.
#[inline]
pub(super) fn counting() -> bool {
    COUNTING.load(Relaxed)
}

/// A thread other than the case's own has allocated a block.
#[inline]
pub(super) fn other_allocated(bytes: u64) {
    OTHERS_ALLOCATIONS.fetch_add(1, Relaxed);
    OTHERS_ALLOCATED.fetch_add(bytes, Relaxed);
}

/// A thread other than the case's own has changed the size of a block.
#[inline]
pub(super) fn other_reallocated(growth: u64) {
    OTHERS_REALLOCATIONS.fetch_add(1, Relaxed);
    OTHERS_ALLOCATED.fetch_add(growth, Relaxed);
}

/// Adds to the number of held bytes; `bytes` may be negative.
// It reads the peak before it writes: most requests set no new peak, and a read is cheaper.
#[inline]
pub(super) fn add_live(bytes: i64) {
    let live = LIVE.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    if live > PEAK.load(Relaxed) {
        PEAK.fetch_max(live, Relaxed);
    }
}

/// Counts from zero, for all threads, until [`stop`](Count::stop). There is only one at a time: the process of a case
/// weighs one case.
#[derive(Debug)]
pub(crate) struct Count {
    own: Scope,
}

impl Count {
    /// Starts to count. The calling thread is the case's own thread.
    pub(crate) fn start() -> Self {
        for total in [&OTHERS_ALLOCATED, &OTHERS_ALLOCATIONS, &OTHERS_REALLOCATIONS] {
            total.store(0, Relaxed);
        }
        LIVE.store(0, Relaxed);
        PEAK.store(0, Relaxed);
        thread::set_weighing(true);
        let count = Self { own: Scope::enter() };
        COUNTING.store(true, Relaxed);
        count
    }

    /// Stops, and returns the figures.
    pub(crate) fn stop(self) -> Figures {
        COUNTING.store(false, Relaxed);
        let own = self.own.figures();
        let live = LIVE.load(Relaxed);
        Figures {
            allocated: own.allocated.wrapping_add(OTHERS_ALLOCATED.load(Relaxed)),
            allocations: own.allocations.wrapping_add(OTHERS_ALLOCATIONS.load(Relaxed)),
            reallocations: own.reallocations.wrapping_add(OTHERS_REALLOCATIONS.load(Relaxed)),
            // A thread that still runs may have added its bytes to `LIVE` and not yet to `PEAK`.
            peak: PEAK.load(Relaxed).max(live).max(0) as u64,
            live,
        }
    }
}

// Counting also stops if the case panics.
impl Drop for Count {
    fn drop(&mut self) {
        COUNTING.store(false, Relaxed);
        thread::set_weighing(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Other tests may run and count at the same time, so only lower bounds are known. `tests/cases.rs` tests the exact
    // figures in separate processes.
    #[test]
    fn all_threads_count_those_that_end_too() {
        let _serial = SERIAL.lock();
        let count = Count::start();
        let kept = vec![0_u8; 1_000_000];
        let other = std::thread::spawn(|| vec![0_u8; 2_000_000].len());
        assert_eq!(other.join().ok(), Some(2_000_000));
        let figures = count.stop();
        drop(kept);
        assert!(figures.allocated >= 3_000_000);
        assert!(figures.allocations >= 2);
        assert!(figures.peak >= 2_900_000);
        assert!(!counting());
    }
}
