//! What all threads of the process have allocated while a case is weighed.
//!
//! What is held, and so the peak, is one number for all threads. The totals of the thread that
//! runs the case stand in its own tally, where they cost no atomic operation; only what other
//! threads add is gathered here.
//!
//! Relaxed order is enough: a case that joins its threads thereby sees all they counted, and of a
//! thread that still runs when the case ends no order could say which of its requests belong to
//! it.

use std::sync::atomic::{AtomicBool, AtomicI64, AtomicU64, Ordering::Relaxed};

use super::Figures;
use super::thread::{self, Scope};

static COUNTING: AtomicBool = AtomicBool::new(false);
static OTHERS_ALLOCATED: AtomicU64 = AtomicU64::new(0);
static OTHERS_ALLOCATIONS: AtomicU64 = AtomicU64::new(0);
static OTHERS_REALLOCATIONS: AtomicU64 = AtomicU64::new(0);
/// Bytes above the start: below zero once more was freed that was held before.
static LIVE: AtomicI64 = AtomicI64::new(0);
static PEAK: AtomicI64 = AtomicI64::new(0);

/// Locked by each unit test that counts for the process: they run in one.
#[cfg(test)]
pub(crate) static ALONE: std::sync::Mutex<()> = std::sync::Mutex::new(());

/// Whether requests count for the process at this moment.
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

/// So many bytes more are held, or fewer.
// Looks before it writes: most requests set no new peak, and a read is cheaper.
#[inline]
pub(super) fn hold(bytes: i64) {
    let live = LIVE.fetch_add(bytes, Relaxed).wrapping_add(bytes);
    if live > PEAK.load(Relaxed) {
        PEAK.fetch_max(live, Relaxed);
    }
}

/// Counts from zero, for all threads, until [`stop`](Count::stop). One at a time: the process of a
/// case weighs one case.
#[derive(Debug)]
pub(crate) struct Count {
    own: Scope,
}

impl Count {
    /// Starts; the calling thread is the case's own.
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

    /// Stops, and gives what was counted.
    pub(crate) fn stop(self) -> Figures {
        COUNTING.store(false, Relaxed);
        let own = self.own.figures();
        let live = LIVE.load(Relaxed);
        Figures {
            allocated: own.allocated.wrapping_add(OTHERS_ALLOCATED.load(Relaxed)),
            allocations: own.allocations.wrapping_add(OTHERS_ALLOCATIONS.load(Relaxed)),
            reallocations: own.reallocations.wrapping_add(OTHERS_REALLOCATIONS.load(Relaxed)),
            // A thread that still runs may have counted its bytes as held and not yet as the peak.
            peak: PEAK.load(Relaxed).max(live).max(0) as u64,
            live,
        }
    }
}

// Also if the case panics.
impl Drop for Count {
    fn drop(&mut self) {
        COUNTING.store(false, Relaxed);
        thread::set_weighing(false);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    // Other tests may run, and count, at the same time: only bounds can be told. The exact figures
    // are tested in processes of their own, by `tests/cases.rs`.
    #[test]
    fn all_threads_count_those_that_end_too() {
        let _alone = ALONE.lock();
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
