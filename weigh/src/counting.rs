//! The allocator that counts: the only file with `unsafe` in it.

use std::alloc::{GlobalAlloc, Layout, System};

use crate::tally;

/// A global allocator that counts what passes through it, and leaves the work to another.
///
/// Nothing is measured until it is installed, once in a program (a test or a bench target is a
/// program of its own):
///
/// ```
/// #[global_allocator]
/// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
///
/// let (weight, text) = weigh::measure(|| String::from("weigh"));
/// assert_eq!((weight.allocated, weight.allocations), (5, 1));
/// # drop(text);
/// ```
///
/// The counter itself allocates nothing, takes no lock and keeps no destructor: a few thread-local
/// numbers change, and while a case of [`main`](crate::main) is weighed a few atomic ones. It is
/// therefore safe to use before `main`, in the destructors of thread-locals and while a panic
/// unwinds. A request that the wrapped allocator refuses is not counted.
///
/// # Targets
///
/// The numbers stand in `thread_local!` cells. On a target whose thread-locals are not native, an
/// older standard library allocates them on first use through the global allocator, and that is
/// this one: there, use a toolchain whose thread-locals do not allocate this way. Linux, macOS and
/// Windows with MSVC have native ones.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counting<A> {
    /// Invariant 1: each request reaches `inner` as it came (the same pointer, layout and size),
    /// exactly once, and what `inner` answers is handed back as it is. A block of `Counting` is
    /// thus a block of `inner`, with the layout its owner knows it by.
    ///
    /// Invariant 2: the calls to [`tally`] around it neither allocate, nor unwind, nor block.
    inner: A,
}

impl Counting<System> {
    /// Counts what passes to the system's allocator.
    ///
    /// ```
    /// #[global_allocator]
    /// static ALLOCATOR: weigh::Counting<std::alloc::System> = weigh::Counting::system();
    /// # assert_eq!(weigh::measure(|| Box::new(7_u32)).0.allocated, 4);
    /// ```
    #[must_use]
    pub const fn system() -> Self {
        Self::new(System)
    }
}

impl<A> Counting<A> {
    /// Counts what passes to `inner`, any other allocator.
    ///
    /// ```
    /// use std::alloc::System; // or that of another crate
    ///
    /// #[global_allocator]
    /// static ALLOCATOR: weigh::Counting<System> = weigh::Counting::new(System);
    /// # assert_eq!(weigh::measure(|| Box::new(7_u32)).0.allocated, 4);
    /// ```
    #[must_use]
    pub const fn new(inner: A) -> Self {
        Self { inner }
    }

    /// The allocator that does the work, for instance to ask it for figures of its own.
    ///
    /// ```
    /// let counting = weigh::Counting::system();
    /// let _system: &std::alloc::System = counting.inner();
    /// ```
    pub const fn inner(&self) -> &A {
        &self.inner
    }
}

// SAFETY: by invariant 1 the blocks are those of `inner`, which keeps the contract of `GlobalAlloc`;
// by invariant 2 nothing done besides can break it.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: invariant 1; the caller promises what `inner` asks of `layout`.
        let block = unsafe { self.inner.alloc(layout) };
        if !block.is_null() {
            tally::allocated(layout.size());
        }
        block
    }

    // Passed on as such, for `inner` may have zeroed pages at no cost.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: invariant 1; the caller promises what `inner` asks of `layout`.
        let block = unsafe { self.inner.alloc_zeroed(layout) };
        if !block.is_null() {
            tally::allocated(layout.size());
        }
        block
    }

    // Counted before the block goes, so that no other thread can be given these bytes and count
    // them while they still count here: Peak never exceeds what was held.
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        tally::freed(layout.size());
        // SAFETY: invariant 1; the caller promises that `block` is ours, with this layout.
        unsafe { self.inner.dealloc(block, layout) }
    }

    // Passed on as such, for `inner` may grow a block where it lies.
    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        // SAFETY: invariant 1; the caller promises that `block` is ours, with this layout, and
        // that `new_size` is one `inner` may be asked for.
        let moved = unsafe { self.inner.realloc(block, layout, new_size) };
        if !moved.is_null() {
            tally::reallocated(layout.size(), new_size);
        }
        moved
    }
}
