//! The elements of a sequence, in parallel.

use rayon::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::divided::{ByIndex, Divided, Pieces, parallel_iterator};
use crate::layout::{Layout, RandomAccess, has_table};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, ShapeOf, Sizes};
use crate::view::{Entry, MapView, Seq, SetView, Slice};

/// The elements of a sequence, set or map, for reading in parallel with [rayon](rayon::iter).
///
/// The positions of the elements must be computed: from the table of ends in [`Indexed`](crate::Indexed), or from the
/// static size of the elements in any native layout. Otherwise the program does not compile:
///
/// ```compile_fail,E0080
/// use packed_data::{Compact, Packed};
/// use rayon::prelude::*;
///
/// let words = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into()]);
/// _ = words.view().par_iter().count(); // Strings vary in size, and `Compact` has no table.
/// ```
///
/// ```
/// use packed_data::{Compact, Indexed, Packed};
/// use rayon::prelude::*;
///
/// let words = Packed::<Vec<String>, Indexed>::pack(&vec!["to".into(), "be".into()]);
/// assert_eq!(words.view().par_iter().map(str::len).sum::<usize>(), 4);
///
/// let points = Packed::<Vec<(i32, i32)>, Compact>::pack(&vec![(1, 2), (3, 4)]);
/// assert_eq!(points.view().par_iter().map(|(x, y)| x * y).collect::<Vec<_>>(), [2, 12]);
/// ```
///
/// Pieces of less than 64 KiB are not divided, since reading them takes less time than handing them to another thread.
/// If much more is done with each element than to read it, choose a smaller number of bytes with
/// [`with_grain`](Self::with_grain). (The methods of rayon that limit the length of pieces work too.)
///
/// Nothing is allocated.
pub struct ParIter<'a, T, L: Layout>(Divided<Seq<'a, T, L>>);

impl<T, L: Layout> Clone for ParIter<'_, T, L> {
    fn clone(&self) -> Self {
        Self(self.0)
    }
}

impl<'a, T: Field, L: Layout> ParIter<'a, T, L> {
    const REQUIRE: () = assert!(
        Sizes::<ShapeOf<T>, L>::SIZE.is_some() || has_table::<ShapeOf<T>, L>(),
        "these elements vary in size, and the layout has no table of their ends: pack in `Indexed`, or make `Offsets` \
         for the sequence"
    );

    /// Returns the elements, whose positions the layout must compute.
    fn new(elements: Divided<Seq<'a, T, L>>) -> Self {
        const { Self::REQUIRE }
        Self(elements)
    }

    /// Returns all elements of a sequence.
    fn of(seq: Seq<'a, T, L>) -> Self {
        Self::new(Divided::of(seq))
    }

    /// Chooses how many bytes a piece has at least, on average: fewer are not divided.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    /// use rayon::prelude::*;
    ///
    /// let numbers = Packed::<Vec<u64>, Indexed>::pack(&(0..5).collect());
    /// // Each element takes long: it may be a piece of its own.
    /// let counts = numbers.view().into_par_iter().with_grain(1).map(|n| (0..n * 10).filter(|n| n % 7 == 0).count());
    /// assert_eq!(counts.collect::<Vec<_>>(), [0, 2, 3, 5, 6]);
    /// ```
    #[must_use]
    pub fn with_grain(self, bytes: usize) -> Self {
        Self(self.0.with_grain(bytes))
    }
}

parallel_iterator!(ParIter<'a, T, L>);

// SAFETY: the length of a sequence is that of its header.
unsafe impl<'a, T: Field, L: Layout> ByIndex for Seq<'a, T, L> {
    type Item = T::View<'a, L>;
    type Next = ();

    fn len(&self) -> usize {
        Self::len(self)
    }

    fn size(&self) -> usize {
        self.size_of_elements().unwrap_or(0)
    }

    #[inline]
    unsafe fn get(&self, index: usize) -> Self::Item {
        // SAFETY: the caller promises the index.
        unsafe { self.computed(index) }
    }

    #[inline]
    unsafe fn next(&self, index: usize, _: &mut ()) -> Self::Item {
        // SAFETY: the caller promises the index.
        unsafe { self.computed(index) }
    }
}

/// Implements the conversion for a collection, and for a reference to it, so that it has `par_iter` too.
macro_rules! into_par_iter {
    ($([$($X:ident: $Bound:ident),+] $Collection:ty, $L:ident: $Layout:ident, $Element:ty, |$this:ident| $iter:expr;)+) => {$(
        impl<'a, $($X: $Bound,)+ $L: $Layout> IntoParallelIterator for $Collection
        where
            <$Element as Field>::View<'a, $L>: Send,
        {
            type Item = <$Element as Field>::View<'a, $L>;
            type Iter = ParIter<'a, $Element, $L>;

            fn into_par_iter(self) -> Self::Iter {
                let $this = self;
                $iter
            }
        }

        impl<'a, $($X: $Bound,)+ $L: $Layout> IntoParallelIterator for &$Collection
        where
            <$Element as Field>::View<'a, $L>: Send,
        {
            type Item = <$Element as Field>::View<'a, $L>;
            type Iter = ParIter<'a, $Element, $L>;

            fn into_par_iter(self) -> Self::Iter {
                (*self).into_par_iter()
            }
        }
    )+};
}

into_par_iter! {
    [T: Field] Seq<'a, T, L>, L: Layout, T, |seq| ParIter::of(seq);
    [T: Field] Slice<'a, T, L>, L: RandomAccess, T, |slice| {
        let (seq, range) = slice.into_parts();
        // SAFETY: the bounds of a slice are at most the length of its sequence, and in order.
        ParIter::new(unsafe { Divided::new(seq, range) })
    };
    [K: Packable, V: Packable] MapView<'a, K, V, L>, L: Layout, Entry<K, V>, |map| ParIter::of(map.into_entries());
    [T: Packable] SetView<'a, T, L>, L: Layout, Frozen<T>, |set| ParIter::of(*set.as_elements());
}
