//! The elements of a sequence, in parallel.

use rayon::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{SMALL, parts_in};
use crate::layout::{Layout, RandomAccess, has_table};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, ShapeOf, Sizes};
use crate::view::{Entry, MapView, Seq, SetView, Slice, View};

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
    /// The number of bytes that are not divided.
    grain: usize,
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
        Self { seq, range, grain: SMALL }
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
        Self { grain: bytes, ..self }
    }

    fn left(&self) -> usize {
        self.range.1 - self.range.0
    }

    /// Returns the number of bytes of all elements; where the layout does not state it, as if each took one.
    fn size(&self) -> usize {
        self.seq.size_of_elements().unwrap_or(self.range.1)
    }

    /// Returns whether there is nothing to divide: there are fewer bytes than two pieces have, or fewer elements.
    /// (Without a division, which would take longer than to read a few elements.)
    fn is_one_piece(&self) -> bool {
        self.left() < 2 || self.size() / 2 < self.grain
    }

    /// Returns the number of elements that are not divided.
    fn min_len(&self) -> usize {
        parts_in(self.grain, self.size(), self.seq.len())
    }

    fn into_piece(self) -> Piece<'a, T, L> {
        // SAFETY: by Y8 the index is at most the length.
        let front = unsafe { self.seq.computed(self.range.0) };
        Piece { left: self, front }
    }
}

impl<'a, T: Field, L: Layout> ParallelIterator for ParIter<'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;

    // (Inlined, so that the elements are not copied first, which would take as long as to read ten of them.)
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        // (Without a look at the threads, if there is nothing to divide.)
        if self.is_one_piece() {
            return consumer.into_folder().consume_iter(self.into_piece()).complete();
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
        callback.callback(Pieces { min_len: self.min_len(), elements: self })
    }
}

/// A piece of the elements, which rayon divides.
struct Pieces<'a, T, L: Layout> {
    elements: ParIter<'a, T, L>,
    min_len: usize,
}

impl<'a, T: Field, L: Layout> Producer for Pieces<'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;
    type IntoIter = Piece<'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.elements.into_piece()
    }

    fn min_len(&self) -> usize {
        self.min_len
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // (Rayon divides within the piece; the bound keeps Y8 whatever it does.)
        let (start, end) = self.elements.range;
        let middle = start + index.min(end - start);
        let part = |range| Self { elements: ParIter { range, ..self.elements }, ..self };
        (part((start, middle)), part((middle, end)))
    }
}

/// The elements of a piece, in order.
struct Piece<'a, T, L: Layout> {
    left: ParIter<'a, T, L>,
    /// Invariant (Y13): the position of the first element that is left, if there is one; otherwise where it would be.
    /// (It is remembered, so that one end a step is read from a table, not two.)
    front: L::Pos,
}

impl<'a, T: Field, L: Layout> Iterator for Piece<'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, end) = self.left.range;
        if index == end {
            return None;
        }
        let element = self.front;
        self.left.range.0 = index + 1;
        // SAFETY: by Y8 the index is less than the length, so by Y13 its element is at `front`, and the index after it
        // is at most the length.
        unsafe {
            self.front = self.left.seq.computed(index + 1);
            Some(T::view::<L>(View::new(element)))
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.left(), Some(self.left.left()))
    }
}

impl<T: Field, L: Layout> DoubleEndedIterator for Piece<'_, T, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left.range.0 == self.left.range.1 {
            return None;
        }
        self.left.range.1 -= 1;
        // SAFETY: by Y8 the index is less than the length, so an element of the sequence is stored at its position.
        Some(unsafe { T::view::<L>(View::new(self.left.seq.computed(self.left.range.1))) })
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
