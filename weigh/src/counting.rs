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
/// # What counts as held
///
/// A block counts from the moment the wrapped allocator has returned it to the moment its owner
/// returns it. Of a block that grows, the new bytes count once the allocator has granted them; of
/// a block that shrinks, the bytes that go stop counting before the allocator is called. So the
/// bytes counted are, at every moment and with any number of threads, at least those that the
/// program may use, and at most those that the allocator has handed out and not taken back.
///
/// While a growing block moves, its old and its new place exist together. The program may use one
/// of them, and one is counted. A shrinking `realloc` that the allocator refuses, which is rare,
/// counts its bytes again when it returns; what other threads allocate during that call is counted
/// against a sum that lacks them.
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

    // Counted before the block goes: afterwards another thread may own these bytes and count them,
    // while they still count here.
    #[inline]
    unsafe fn dealloc(&self, block: *mut u8, layout: Layout) {
        tally::freed(layout.size());
        // SAFETY: invariant 1; the caller promises that `block` is ours, with this layout.
        unsafe { self.inner.dealloc(block, layout) }
    }

    // Passed on as such, for `inner` may grow a block where it lies. Bytes that go are counted
    // before, as in `dealloc`, bytes that come after, as in `alloc`.
    #[inline]
    unsafe fn realloc(&self, block: *mut u8, layout: Layout, new_size: usize) -> *mut u8 {
        let resize = tally::Resize::begin(layout.size(), new_size);
        // SAFETY: invariant 1; the caller promises that `block` is ours, with this layout, and
        // that `new_size` is one `inner` may be asked for.
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
    use crate::tally::process::{ALONE, Count};

    /// So large that what the other tests of this program allocate meanwhile, which counts too, is
    /// lost in rounding.
    const UNIT: usize = 1 << 26;

    /// Hands out no memory, and calls its closure where another thread could run: after a block is
    /// handed out, taken back or resized, and before this is known to the caller.
    struct Meanwhile<F>(F, bool);

    // SAFETY: no block is ever accessed: these tests only pass on the pointer, and so does `Counting`.
    unsafe impl<F: Fn()> GlobalAlloc for Meanwhile<F> {
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
        unsafe { Counting::new(Meanwhile(|| (), true)).alloc(block(units)) };
    }

    fn free(units: usize) {
        // SAFETY: `Meanwhile` takes any pointer.
        unsafe { Counting::new(Meanwhile(|| (), true)).dealloc(ptr::without_provenance_mut(64), block(units)) }
    }

    /// Peak and Live of `work`, in units.
    fn weighed(work: impl FnOnce()) -> (u64, i64) {
        let _alone = ALONE.lock();
        let count = Count::start();
        work();
        let Figures { peak, live, .. } = count.stop();
        let unit = UNIT as i64;
        ((peak + UNIT as u64 / 2) / UNIT as u64, (live + unit / 2).div_euclid(unit))
    }

    /// Resizes a block from `old` to `new` units while `other` happens on another thread.
    fn resize_while(old: usize, new: usize, granted: bool, other: impl Fn()) {
        let counting = Counting::new(Meanwhile(other, granted));
        allocate(old);
        // SAFETY: the sizes are above zero; `Meanwhile` takes any pointer.
        unsafe { counting.realloc(ptr::without_provenance_mut(64), block(old), new * UNIT) };
    }

    #[test]
    fn finding_14_bytes_that_a_shrinking_block_returned_are_not_held_twice() {
        // 8 units are held, then 1; the 7 that went are held by another thread.
        let weighed = weighed(|| resize_while(8, 1, true, || allocate(7)));
        assert_eq!(weighed, (8, 8));
    }

    #[test]
    fn bytes_of_a_growing_block_count_once_they_are_granted() {
        // The other thread's 7 are gone when the block has grown: 8 at a time.
        let other = || {
            allocate(7);
            free(7);
        };
        assert_eq!(weighed(|| resize_while(1, 8, true, other)), (8, 8));
        // Here they stay: 15.
        assert_eq!(weighed(|| resize_while(1, 8, true, || allocate(7))), (15, 15));
    }

    #[test]
    fn a_refused_resize_leaves_what_is_held() {
        assert_eq!(weighed(|| resize_while(8, 1, false, || ())), (8, 8));
        assert_eq!(weighed(|| resize_while(1, 8, false, || ())), (1, 1));
        // What another thread allocates in the meantime and keeps is held beside the whole block.
        assert_eq!(weighed(|| resize_while(8, 1, false, || allocate(3))), (11, 11));
    }

    #[test]
    fn a_freed_block_does_not_count_beside_the_one_that_takes_its_place() {
        let freed = || {
            let counting = Counting::new(Meanwhile(|| allocate(8), true));
            allocate(8);
            // SAFETY: `Meanwhile` takes any pointer.
            unsafe { counting.dealloc(ptr::without_provenance_mut(64), block(8)) };
        };
        assert_eq!(weighed(freed), (8, 8));
    }

    #[test]
    fn a_block_counts_once_it_is_handed_out() {
        let taken = |zeroed: bool| {
            let counting = Counting::new(Meanwhile(|| free(8), true));
            allocate(8);
            // SAFETY: the layout is not empty.
            unsafe { if zeroed { counting.alloc_zeroed(block(8)) } else { counting.alloc(block(8)) } };
        };
        assert_eq!(weighed(|| taken(false)), (8, 8));
        assert_eq!(weighed(|| taken(true)), (8, 8));
    }
}
