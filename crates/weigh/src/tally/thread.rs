//! The counters of one thread.

use std::cell::Cell;

use super::Figures;

thread_local! {
    // The initial value is constant and there is no destructor. So its first use does not allocate, and it may be used
    // until the very end of the thread, also by the destructors of other thread-locals.
    static TALLY: Tally = const { Tally::new() };
}

/// Totals since the thread began. They wrap instead of panicking, because an allocator must not unwind. Only
/// differences are read.
#[derive(Debug)]
pub(crate) struct Tally {
    allocated: Cell<u64>,
    allocations: Cell<u64>,
    reallocations: Cell<u64>,
    /// Bytes allocated minus bytes freed by this thread: negative in a thread that frees what others allocated.
    live: Cell<i64>,
    /// The maximum of `live` since the innermost [`Scope`] began.
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
        self.add_live(bytes as i64);
    }

    #[inline]
    pub(super) fn reallocated(&self, growth: u64) {
        add(&self.reallocations, 1);
        add(&self.allocated, growth);
        self.add_live(growth as i64);
    }

    /// Adds to the number of held bytes; `bytes` may be negative.
    #[inline]
    pub(super) fn add_live(&self, bytes: i64) {
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

/// Runs `change` on this thread's tally, and returns whether this thread runs the case being weighed.
#[inline]
pub(super) fn with(change: impl FnOnce(&Tally)) -> bool {
    // The tally has no destructor, so it is always accessible. If it is not accessible on some target, the request is
    // not counted: an allocator must not panic.
    let changed = TALLY.try_with(|tally| {
        change(tally);
        tally.weighing.get()
    });
    changed.unwrap_or(false)
}

/// Sets whether this thread runs the case being weighed.
pub(super) fn set_weighing(weighing: bool) {
    TALLY.with(|tally| tally.weighing.set(weighing));
}

/// Returns the number of allocations of this thread so far.
pub(super) fn allocations() -> u64 {
    TALLY.with(|tally| tally.allocations.get())
}

/// A part of this thread's work that is being counted. Scopes nest. The end of a scope, also by a panic that unwinds,
/// restores the peak of the outer scope.
#[derive(Debug)]
pub(crate) struct Scope {
    allocated: u64,
    allocations: u64,
    reallocations: u64,
    live: i64,
    outer_peak: i64,
}

impl Scope {
    /// Starts to count. The peak starts at the bytes that are held now.
    pub(crate) fn enter() -> Self {
        TALLY.with(|tally| Self {
            allocated: tally.allocated.get(),
            allocations: tally.allocations.get(),
            reallocations: tally.reallocations.get(),
            live: tally.live.get(),
            outer_peak: tally.peak.replace(tally.live.get()),
        })
    }

    /// Returns the figures since [`enter`](Self::enter).
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
