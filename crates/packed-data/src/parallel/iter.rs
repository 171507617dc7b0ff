//! The elements of a sequence, in parallel.

use core::marker::PhantomData;

use rayon::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{SMALL, parts_in};
use crate::layout::{Layout, RandomAccess, has_table};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, ShapeOf, Sizes};
use crate::view::{Entry, MapView, Seq, SetView, Slice, View};
use crate::wire::invariant::Invariant;

/// The elements of a sequence, set or map, for reading in parallel with [rayon](rayon::iter).
///
/// The positions of the elements must be computed: from the table of ends in [`Indexed`](crate::Indexed), or from the
/// static size of the elements in any native layout. Elsewhere they are found by a table beside the bytes: those of
/// [`WithTable`](super::WithTable). Otherwise the program does not compile:
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
pub struct ParIter<'a, T, L: Layout, E = Seq<'a, T, L>> {
    elements: E,
    /// Invariant (Y8): both are at most the number of the elements, and they are in order.
    range: (usize, usize),
    /// The number of bytes that are not divided.
    grain: usize,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
}

/// Elements whose positions are computed, or found by a [table](super::SideTable).
///
/// # Safety
///
/// The positions are those of valid elements `T` in layout `L`, in bytes that live for `'a`.
pub unsafe trait Elements<'a, T: Field, L: Layout>: Copy {
    /// Returns the number of elements.
    fn len(&self) -> usize;

    /// Returns the number of bytes of all elements; where the layout does not state it, as if each took one.
    fn size(&self) -> usize;

    /// Returns the position of an element; after the last one, a position at which nothing may be read.
    ///
    /// # Safety
    ///
    /// `index` is at most the number of elements.
    unsafe fn position(&self, index: usize) -> L::Pos;

    /// Returns the position after that of the element `index`, which is at `pos`.
    ///
    /// # Safety
    ///
    /// `index` is less than the number of elements, and `pos` is its position.
    unsafe fn after(&self, index: usize, pos: L::Pos) -> L::Pos;
}

// SAFETY: by Q1 the elements of a sequence are valid.
unsafe impl<'a, T: Field, L: Layout> Elements<'a, T, L> for Seq<'a, T, L> {
    fn len(&self) -> usize {
        Seq::len(self)
    }

    fn size(&self) -> usize {
        self.size_of_elements().unwrap_or(Seq::len(self))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn position(&self, index: usize) -> L::Pos {
        const {
            assert!(
                Sizes::<ShapeOf<T>, L>::SIZE.is_some() || has_table::<ShapeOf<T>, L>(),
                "these elements vary in size, and the layout has no table of their ends: pack in `Indexed`, or make a \
                 `SideTable` for the sequence"
            );
        }
        // SAFETY: the caller promises the index.
        unsafe { self.computed(index) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn after(&self, index: usize, _: L::Pos) -> L::Pos {
        // SAFETY: the caller promises that `index` is less than the length, so the index after it is at most that.
        unsafe { self.position(index + 1) }
    }
}

impl<T, L: Layout, E: Clone> Clone for ParIter<'_, T, L, E> {
    fn clone(&self) -> Self {
        Self { elements: self.elements.clone(), ..*self }
    }
}

impl<T, L: Layout, E: Copy> Copy for ParIter<'_, T, L, E> {}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L>> ParIter<'a, T, L, E> {
    /// Returns the elements of a range.
    ///
    /// # Safety
    ///
    /// Both bounds are at most the number of elements, and they are in order.
    unsafe fn new(elements: E, range: (usize, usize)) -> Self {
        Self { elements, range, grain: SMALL, types: PhantomData }
    }

    /// Returns all elements.
    pub(super) fn all(elements: E) -> Self {
        // SAFETY: the upper bound is the length.
        unsafe { Self::new(elements, (0, elements.len())) }
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

    /// Returns whether there is nothing to divide: there are fewer bytes than two pieces have, or fewer elements.
    /// (Without a division, which would take longer than to read a few elements.)
    fn is_one_piece(&self) -> bool {
        self.left() < 2 || self.elements.size() / 2 < self.grain
    }

    /// Returns the number of elements that are not divided.
    fn min_len(&self) -> usize {
        parts_in(self.grain, self.elements.size(), self.elements.len())
    }

    fn into_piece(self) -> Piece<'a, T, L, E> {
        // SAFETY: by Y8 the index is at most the length.
        let front = unsafe { self.elements.position(self.range.0) };
        Piece { left: self, front }
    }
}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L> + Send> ParallelIterator for ParIter<'a, T, L, E>
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

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L> + Send> IndexedParallelIterator for ParIter<'a, T, L, E>
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
struct Pieces<'a, T, L: Layout, E> {
    elements: ParIter<'a, T, L, E>,
    min_len: usize,
}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L> + Send> Producer for Pieces<'a, T, L, E>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;
    type IntoIter = Piece<'a, T, L, E>;

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
struct Piece<'a, T, L: Layout, E> {
    left: ParIter<'a, T, L, E>,
    /// Invariant (Y13): the position of the first element that is left, if there is one; otherwise where it would be.
    /// (It is remembered, so that one end a step is read from a table, not two.)
    front: L::Pos,
}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L>> Iterator for Piece<'a, T, L, E> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, end) = self.left.range;
        if index == end {
            return None;
        }
        let element = self.front;
        self.left.range.0 = index + 1;
        // SAFETY: by Y8 the index is less than the length, so by Y13 its element is at `front`.
        unsafe {
            self.front = self.left.elements.after(index, element);
            Some(T::view::<L>(View::new(element)))
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.left(), Some(self.left.left()))
    }
}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L>> DoubleEndedIterator for Piece<'a, T, L, E> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left.range.0 == self.left.range.1 {
            return None;
        }
        self.left.range.1 -= 1;
        // SAFETY: by Y8 the index is less than the length, so an element of the sequence is stored at its position.
        Some(unsafe { T::view::<L>(View::new(self.left.elements.position(self.left.range.1))) })
    }
}

impl<'a, T: Field, L: Layout, E: Elements<'a, T, L>> ExactSizeIterator for Piece<'a, T, L, E> {}

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
    [T: Field] Seq<'a, T, L>, L: Layout, T, |seq| ParIter::all(seq);
    [T: Field] Slice<'a, T, L>, L: RandomAccess, T, |slice| {
        let (seq, range) = slice.into_parts();
        // SAFETY: by Q3 the bounds of a slice are at most the length of its sequence, and in order.
        unsafe { ParIter::new(seq, range) }
    };
    [K: Packable, V: Packable] MapView<'a, K, V, L>, L: Layout, Entry<K, V>, |map| ParIter::all(map.into_entries());
    [T: Packable] SetView<'a, T, L>, L: Layout, Frozen<T>, |set| ParIter::all(*set.as_elements());
}
