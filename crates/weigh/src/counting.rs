//! The counting allocator. No other file has `unsafe` code.

use std::alloc::{GlobalAlloc, Layout, System};

use crate::tally;

/// A global allocator that counts requests, and passes them to another allocator.
///
/// To measure anything, install it once in each program (each test or bench target is a program):
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
/// The counter itself does not allocate, takes no lock and has no destructor. For each request, it changes a few
/// thread-local numbers, and a few atomic numbers while a case of [`main`](crate::main) is weighed. So it may be used
/// before `main`, in the destructors of thread-locals, and while a panic unwinds. A request that the wrapped allocator
/// refuses is not counted.
///
/// # Which bytes count as held
///
/// A block counts as held from the moment when the wrapped allocator has returned it, until its owner gives it back.
/// When a block grows, the new bytes count after the allocator has granted them. When a block shrinks, the released
/// bytes stop counting before the allocator is called. So, at every moment and with any number of threads, the number
/// of counted bytes has two bounds: at least the bytes that the program may use, and at most the bytes that the
/// allocator has handed out and not yet received back.
///
/// While a growing block moves, its old and its new memory exist at the same time. The program may use one of them, and
/// one is counted. There is a rare exception: if the allocator refuses a shrinking `realloc`, its bytes count again
/// only after the call returns. What other threads allocate during the call is added to a sum that lacks these bytes.
///
/// # Targets
///
/// The numbers are stored in `thread_local!` cells. On a target without native thread-locals, an older standard library
/// allocates each cell on first use, through the global allocator, which is this one. On such a target, use a toolchain
/// whose thread-locals do not allocate in this way. Linux, macOS and Windows with MSVC have native thread-locals.
#[derive(Debug, Default, Clone, Copy)]
pub struct Counting<A> {
    /// Invariant 1: each request is passed to `inner` unchanged (the same pointer, layout and size), exactly once, and
    /// the result of `inner` is returned unchanged. So a block of `Counting` is a block of `inner`, with the layout
    /// that its owner knows.
    ///
    /// Invariant 2: the calls to [`tally`] around it do not allocate, unwind or block.
    inner: A,
}

impl Counting<System> {
    /// Returns an allocator that counts the requests to the system's allocator.
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
    /// Returns an allocator that counts the requests to `inner`, which may be any other allocator.
    ///
    /// ```
    /// use std::alloc::System; // or the allocator of another crate
    ///
    /// #[global_allocator]
    /// static ALLOCATOR: weigh::Counting<System> = weigh::Counting::new(System);
    /// # assert_eq!(weigh::measure(|| Box::new(7_u32)).0.allocated, 4);
    /// ```
    #[must_use]
    pub const fn new(inner: A) -> Self {
        Self { inner }
    }

    /// Returns the wrapped allocator, for example to read its own figures.
    ///
    /// ```
    /// let counting = weigh::Counting::system();
    /// let _system: &std::alloc::System = counting.inner();
    /// ```
    pub const fn inner(&self) -> &A {
        &self.inner
    }
}

// SAFETY: by invariant 1 the blocks are those of `inner`, which fulfils the contract of `GlobalAlloc`. By invariant 2
// the additional calls do not violate it.
unsafe impl<A: GlobalAlloc> GlobalAlloc for Counting<A> {
    #[inline]
    unsafe fn alloc(&self, layout: Layout) -> *mut u8 {
        // SAFETY: invariant 1; the caller guarantees what `inner` requires of `layout`.
        let block = unsafe { self.inner.alloc(layout) };
        if !block.is_null() {
            tally::allocated(layout.size());
        }
        block
    }

    // Passed to `inner.alloc_zeroed`, because `inner` may have zeroed pages at no cost.
    #[inline]
    unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
        // SAFETY: invariant 1; the caller guarantees what `inner` requires of `layout`.
        let block = unsafe { self.inner.alloc_zeroed(layout) };
        if !block.is_null() {
            tally::allocated(layout.size());
        }
        block
    }

    // Counted before the block is returned: afterwards, another thread may already own and count these bytes, while
    // they still count here.
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        tally::freed(layout.size());
        // SAFETY: invariant 1; the caller guarantees that `block` is ours, with this layout.
        unsafe { self.inner.dealloc(block, layout) }
    }

    // Passed to `inner.realloc`, because `inner` may grow a block in place. Released bytes are counted before the call,
    // as in `dealloc`; new bytes are counted after it, as in `alloc`.
    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let resize = tally::Resize::begin(layout.size(), new_size);
        // SAFETY: invariant 1; the caller guarantees that `block` is ours, with this layout, and that `new_size` is
        // valid for `inner`.
        let moved = unsafe { self.inner.realloc(block, layout, new_size) };
        if moved.is_null() {
            resize.refused();
        } else {
            resize.granted();
        }
        moved
    }
}

#[cfg(test)]
mod tests {
    use std::ptr;

    use super::*;
    use crate::tally::Figures;
    use crate::tally::process::{Count, SERIAL};

    /// The unit is so large that rounding removes what the other tests of this program allocate at the same time, which
    /// counts too.
    const UNIT: usize = 1 << 26;

    /// Returns pointers without memory, and calls its closure where another thread could run: after a block is handed
    /// out, returned or resized, but before the caller knows it.
    struct Interleaving<F>(F, bool);

    // SAFETY: no block is ever accessed: these tests only pass the pointer on, and so does `Counting`.
    unsafe impl<F: Fn()> GlobalAlloc for Interleaving<F> {
        unsafe fn alloc(&self, _: Layout) -> *mut u8 {
            (self.0)();
            ptr::without_provenance_mut(64)
        }

        unsafe fn alloc_zeroed(&self, layout: Layout) -> *mut u8 {
            // SAFETY: as for `alloc`.
            unsafe { self.alloc(layout) }
        }

        unsafe fn dealloc(&self, _: *mut u8, _: Layout) {
            (self.0)();
        }

        unsafe fn realloc(&self, block: *mut u8, _: Layout, _: usize) -> *mut u8 {
            (self.0)();
            if self.1 { block } else { ptr::null_mut() }
        }
    }

    fn block(units: usize) -> Layout {
        Layout::from_size_align(units * UNIT, 1).expect("a layout")
    }

    fn allocate(units: usize) {
        // SAFETY: the layout is not empty.
        unsafe { Counting::new(Interleaving(|| (), true)).alloc(block(units)) };
    }

    fn free(units: usize) {
        // SAFETY: `Interleaving` accepts any pointer.
        unsafe { Counting::new(Interleaving(|| (), true)).dealloc(ptr::without_provenance_mut(64), block(units)) }
    }

    /// Returns Peak and Live of `work`, in units.
    fn weighed(work: impl FnOnce()) -> (u64, i64) {
        let _serial = SERIAL.lock();
        let count = Count::start();
        work();
        let Figures { peak, live, .. } = count.stop();
        let unit = UNIT as i64;
        ((peak + UNIT as u64 / 2) / UNIT as u64, (live + unit / 2).div_euclid(unit))
    }

    /// Resizes a block from `old` to `new` units while `other` runs, as if on another thread.
    fn resize_while(old: usize, new: usize, granted: bool, other: impl Fn()) {
        let counting = Counting::new(Interleaving(other, granted));
        allocate(old);
        // SAFETY: the sizes are above zero; `Interleaving` accepts any pointer.
        unsafe { counting.realloc(ptr::without_provenance_mut(64), block(old), new * UNIT) };
    }

    #[test]
    fn finding_14_bytes_that_a_shrinking_block_returned_are_not_held_twice() {
        // 8 units are held, then 1; another thread holds the 7 released ones.
        let weighed = weighed(|| resize_while(8, 1, true, || allocate(7)));
        assert_eq!(weighed, (8, 8));
    }

    #[test]
    fn bytes_of_a_growing_block_count_once_they_are_granted() {
        // The other thread has freed its 7 units when the block has grown: the peak is 8.
        let other = || {
            allocate(7);
            free(7);
        };
        assert_eq!(weighed(|| resize_while(1, 8, true, other)), (8, 8));
        // Here it keeps them: the peak is 15.
        assert_eq!(weighed(|| resize_while(1, 8, true, || allocate(7))), (15, 15));
    }

    #[test]
    fn a_refused_resize_does_not_change_what_is_held() {
        assert_eq!(weighed(|| resize_while(8, 1, false, || ())), (8, 8));
        assert_eq!(weighed(|| resize_while(1, 8, false, || ())), (1, 1));
        // Units that another thread allocates during the call are held in addition to the whole block.
        assert_eq!(weighed(|| resize_while(8, 1, false, || allocate(3))), (11, 11));
    }

    #[test]
    fn a_freed_block_does_not_count_beside_the_one_that_replaces_it() {
        let freed = || {
            let counting = Counting::new(Interleaving(|| allocate(8), true));
            allocate(8);
            // SAFETY: `Interleaving` accepts any pointer.
            unsafe { counting.dealloc(ptr::without_provenance_mut(64), block(8)) };
        };
        assert_eq!(weighed(freed), (8, 8));
    }

    #[test]
    fn a_block_counts_once_it_is_handed_out() {
        let taken = |zeroed: bool| {
            let counting = Counting::new(Interleaving(|| free(8), true));
            allocate(8);
            // SAFETY: the layout is not empty.
            unsafe { if zeroed { counting.alloc_zeroed(block(8)) } else { counting.alloc(block(8)) } };
        };
        assert_eq!(weighed(|| taken(false)), (8, 8));
        assert_eq!(weighed(|| taken(true)), (8, 8));
    }
}
