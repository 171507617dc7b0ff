//! The elements of a sequence, in parallel.

use rayon::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::SMALL;
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
pub struct ParIter<'a, T, L: Layout> {
    seq: Seq<'a, T, L>,
    /// Invariant (Y8): both are at most the length of `seq`, and they are in order. The layout computes the positions
    /// of the elements.
    range: (usize, usize),
    /// The number of elements that are not divided.
    min_len: usize,
}

impl<T, L: Layout> Clone for ParIter<'_, T, L> {
    fn clone(&self) -> Self {
        Self { ..*self }
    }
}

impl<'a, T: Field, L: Layout> ParIter<'a, T, L> {
    /// Returns the elements of a range, which is within the sequence.
    ///
    /// # Safety
    ///
    /// Both bounds are at most the length of `seq`, and they are in order.
    unsafe fn new(seq: Seq<'a, T, L>, range: (usize, usize)) -> Self {
        const {
            assert!(
                Sizes::<ShapeOf<T>, L>::SIZE.is_some() || has_table::<ShapeOf<T>, L>(),
                "these elements vary in size, and the layout has no table of their ends: pack in `Indexed`, or make \
                 `Offsets` for the sequence"
            );
        }
        Self { seq, range, min_len: 1 }.with_grain(SMALL)
    }

    /// Returns all elements of a sequence.
    fn of(seq: Seq<'a, T, L>) -> Self {
        // SAFETY: the upper bound is the length.
        unsafe { Self::new(seq, (0, seq.len())) }
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
        let len = self.seq.len();
        let size = self.seq.size_of_elements().unwrap_or(0) / len.max(1);
        Self { min_len: (bytes / size.max(1)).max(1), ..self }
    }

    fn left(&self) -> usize {
        self.range.1 - self.range.0
    }
}

impl<'a, T: Field, L: Layout> ParallelIterator for ParIter<'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;

    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        // (Without a look at the threads, if there is nothing to divide.)
        if self.left() / 2 < self.min_len {
            return consumer.into_folder().consume_iter(Piece(self)).complete();
        }
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.left())
    }
}

impl<'a, T: Field, L: Layout> IndexedParallelIterator for ParIter<'a, T, L>
where
    T::View<'a, L>: Send,
{
    fn len(&self) -> usize {
        self.left()
    }

    fn drive<C: Consumer<Self::Item>>(self, consumer: C) -> C::Result {
        bridge(self, consumer)
    }

    fn with_producer<C: ProducerCallback<Self::Item>>(self, callback: C) -> C::Output {
        callback.callback(Pieces(self))
    }
}

/// A piece of the elements, which rayon divides.
struct Pieces<'a, T, L: Layout>(ParIter<'a, T, L>);

impl<'a, T: Field, L: Layout> Producer for Pieces<'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;
    type IntoIter = Piece<'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        Piece(self.0)
    }

    fn min_len(&self) -> usize {
        self.0.min_len
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // (Rayon divides within the piece; the bound keeps Y8 whatever it does.)
        let middle = self.0.range.0 + index.min(self.0.left());
        let (start, end) = self.0.range;
        let part = |range| Self(ParIter { range, ..self.0 });
        (part((start, middle)), part((middle, end)))
    }
}

/// The elements of a piece, in order.
struct Piece<'a, T, L: Layout>(ParIter<'a, T, L>);

impl<'a, T: Field, L: Layout> Iterator for Piece<'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let index = self.0.range.0;
        if index == self.0.range.1 {
            return None;
        }
        self.0.range.0 = index + 1;
        // SAFETY: by Y8 the index is less than the length.
        Some(unsafe { self.0.seq.computed(index) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.0.left(), Some(self.0.left()))
    }
}

impl<T: Field, L: Layout> DoubleEndedIterator for Piece<'_, T, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.0.range.0 == self.0.range.1 {
            return None;
        }
        self.0.range.1 -= 1;
        // SAFETY: by Y8 the index is less than the length.
        Some(unsafe { self.0.seq.computed(self.0.range.1) })
    }
}

impl<T: Field, L: Layout> ExactSizeIterator for Piece<'_, T, L> {}

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
        unsafe { ParIter::new(seq, range) }
    };
    [K: Packable, V: Packable] MapView<'a, K, V, L>, L: Layout, Entry<K, V>, |map| ParIter::of(map.into_entries());
    [T: Packable] SetView<'a, T, L>, L: Layout, Frozen<T>, |set| ParIter::of(*set.as_elements());
}
