//! What one thread has allocated.

use std::cell::Cell;

use super::Figures;

thread_local! {
    // Constant at the start and without a destructor: its first use allocates nothing, and it may
    // be used to the very end of the thread, by the destructors of other thread-locals too.
    static TALLY: Tally = const { Tally::new() };
}

/// Running totals since the thread began. They wrap rather than panic, since an allocator must
/// not unwind; only differences are read.
#[derive(Debug)]
pub(crate) struct Tally {
    allocated: Cell<u64>,
    allocations: Cell<u64>,
    reallocations: Cell<u64>,
    /// Bytes allocated less bytes freed by this thread: below zero in a thread that frees what
    /// others allocated.
    live: Cell<i64>,
    /// The most `live` has been since the innermost [`Scope`] began.
    peak: Cell<i64>,
    /// Whether this thread runs the case being weighed.
    weighing: Cell<bool>,
}

impl Tally {
    const fn new() -> Self {
        Self {
            allocated: Cell::new(0),
            allocations: Cell::new(0),
            reallocations: Cell::new(0),
            live: Cell::new(0),
            peak: Cell::new(0),
            weighing: Cell::new(false),
        }
    }

    #[inline]
    pub(super) fn allocated(&self, bytes: u64) {
        add(&self.allocations, 1);
        add(&self.allocated, bytes);
        self.hold(bytes as i64);
    }

    #[inline]
    pub(super) fn reallocated(&self, growth: u64) {
        add(&self.reallocations, 1);
        add(&self.allocated, growth);
        self.hold(growth as i64);
    }

    /// So many bytes more are held, or fewer.
    #[inline]
    pub(super) fn hold(&self, bytes: i64) {
        let live = self.live.get().wrapping_add(bytes);
        self.live.set(live);
        if live > self.peak.get() {
            self.peak.set(live);
        }
    }
}

#[inline]
fn add(cell: &Cell<u64>, amount: u64) {
    cell.set(cell.get().wrapping_add(amount));
}

/// Runs `change` on this thread's tally, and says whether this thread runs the case being weighed.
#[inline]
pub(super) fn with(change: impl FnOnce(&Tally)) -> bool {
    // Without a destructor the tally is never gone; if some target has it gone all the same, the
    // thread's own count misses the request rather than panic in an allocator.
    let changed = TALLY.try_with(|tally| {
        change(tally);
        tally.weighing.get()
    });
    changed.unwrap_or(false)
}

/// Notes whether this thread runs the case being weighed.
pub(super) fn set_weighing(weighing: bool) {
    TALLY.with(|tally| tally.weighing.set(weighing));
}

/// How often this thread has allocated so far.
pub(super) fn allocations() -> u64 {
    TALLY.with(|tally| tally.allocations.get())
}

/// A stretch of this thread's work that is being counted; scopes nest. Its end, be it by a panic
/// that unwinds, gives the scope around it back its peak.
#[derive(Debug)]
pub(crate) struct Scope {
    allocated: u64,
    allocations: u64,
    reallocations: u64,
    live: i64,
    outer_peak: i64,
}

impl Scope {
    /// Starts counting, with the peak at what is held now.
    pub(crate) fn enter() -> Self {
        TALLY.with(|tally| Self {
            allocated: tally.allocated.get(),
            allocations: tally.allocations.get(),
            reallocations: tally.reallocations.get(),
            live: tally.live.get(),
            outer_peak: tally.peak.replace(tally.live.get()),
        })
    }

    /// What was counted since [`enter`](Self::enter).
    pub(crate) fn figures(&self) -> Figures {
        TALLY.with(|tally| Figures {
            allocated: tally.allocated.get().wrapping_sub(self.allocated),
            allocations: tally.allocations.get().wrapping_sub(self.allocations),
            reallocations: tally.reallocations.get().wrapping_sub(self.reallocations),
            peak: tally.peak.get().wrapping_sub(self.live).max(0) as u64,
            live: tally.live.get().wrapping_sub(self.live),
        })
    }
}

impl Drop for Scope {
    fn drop(&mut self) {
        with(|tally| tally.peak.set(tally.peak.get().max(self.outer_peak)));
    }
}
