//! Sequences with a table of where their elements begin.

use alloc::borrow::Cow;
use core::marker::PhantomData;

use rayon::iter::plumbing::{Consumer, Folder, Producer, ProducerCallback, UnindexedConsumer, bridge};
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::offsets::Offsets;
use super::{SMALL, parts_in};
use crate::layout::{Layout, ReadLayout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::{Field, SequenceShape, Shape, ShapeOf, skip_value};
use crate::view::{Seq, View};
use crate::wire::invariant::Invariant;

/// The elements of a sequence, set or map, with the table of where they begin: random access, and work in parallel, in
/// layouts in which only a walk finds an element.
///
/// An element is reached in constant time, from the entry of the table before it: by skipping at most
/// [`Offsets::every`] elements. See [`Offsets`] for an example.
///
/// Not for layouts that write a sequence as cells, nor for bytes in the layouts of CBOR, which are byte strings.
pub struct Located<'a, T, L> {
    /// Invariant (Y2): the bytes begin with the elements of a valid sequence of `T` in layout `L`, as many as `offsets`
    /// states, side by side, and live for `'a`. Each entry of `offsets` is the offset at which its element begins.
    elements: &'a [u8],
    offsets: Cow<'a, Offsets>,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<'a, T: Field, L: Layout> Located<'a, T, L> {
    /// Whether elements are side by side, each by itself.
    pub(super) const IS_POSSIBLE: bool =
        !L::FORMAT.writes_cells() && !(L::FORMAT.has_byte_strings() && <ShapeOf<T> as Shape>::IS_BYTE);

    const REQUIRE: () =
        assert!(Self::IS_POSSIBLE, "the elements of this sequence are not side by side in this layout, each by itself");

    /// Returns elements with their table.
    ///
    /// # Safety
    ///
    /// The arguments satisfy Y2.
    pub(super) unsafe fn new(elements: &'a [u8], offsets: Cow<'a, Offsets>) -> Self {
        const { Self::REQUIRE }
        Self { elements, offsets, types: PhantomData }
    }

    /// Walks over a sequence once, and returns it with a table of at most 5 % of the bytes of its elements.
    ///
    /// Takes as long as skipping all elements; allocates the table.
    pub fn of(seq: Seq<'a, T, L>) -> Self {
        Self::walk(seq, None)
    }

    /// Like [`of`](Self::of), but with only each `every`th element in the table, which takes eight bytes for each of
    /// these.
    ///
    /// ```
    /// use packed_data::parallel::Located;
    /// use packed_data::{Compact, Packed};
    ///
    /// let words = Packed::<Vec<String>, Compact>::pack(&vec!["to".into(), "be".into(), "or".into(), "not".into()]);
    /// let located = Located::with_every(words.view(), 2);
    /// assert_eq!((located.get(3), located.offsets().size()), (Some("not"), 8));
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if `every` is zero.
    pub fn with_every(seq: Seq<'a, T, L>, every: usize) -> Self {
        assert!(every > 0, "a table of every 0th element");
        Self::walk(seq, Some(every))
    }

    fn walk(seq: Seq<'a, T, L>, every: Option<usize>) -> Self {
        const { Self::REQUIRE }
        let mut recorder = Offsets::recorder(every);
        let elements = seq.each_start(|start| recorder.push(start));
        // SAFETY: `each_start` returned the bytes of the elements, and passed the offset of each in order.
        unsafe { Self::new(elements, Cow::Owned(recorder.finish())) }
    }

    /// Refuses sequences whose elements are not side by side, each by itself, when this is compiled.
    pub(super) const fn require() {
        const { Self::REQUIRE }
    }

    /// Returns the bytes from the first element of a whole sequence on, and the number of elements.
    pub(super) fn elements_of<V, B>(packed: &'a Packed<V, L, B>) -> (&'a [u8], usize)
    where
        V: Packable + ?Sized,
        <V::As as Packable>::Shape: SequenceShape<Element = T>,
        B: Buffer,
    {
        let seq = Seq::<'a, T, L>::of(&packed.root());
        let elements = packed.as_bytes().get(seq.size_of_header()..).unwrap_or_default();
        (elements, seq.len())
    }

    /// Returns the table, to be saved.
    pub fn offsets(&self) -> &Offsets {
        &self.offsets
    }

    /// Returns the number of elements, in constant time.
    pub fn len(&self) -> usize {
        self.offsets.len()
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the position of element `index`, found from the entry before it.
    ///
    /// # Safety
    ///
    /// `index` is less than the number of elements.
    #[inline]
    unsafe fn position(&self, index: usize) -> L::Pos {
        let start = self.offsets.start(index / self.offsets.every()).unwrap_or_default();
        // SAFETY: by Y2 an element begins at that offset. There are more than `index` elements, side by side.
        unsafe {
            let mut pos = L::at(self.elements, start);
            for _ in 0..index % self.offsets.every() {
                pos = skip_value::<ShapeOf<T>, L>(pos);
            }
            pos
        }
    }

    /// Returns the view of element `index`; `None` if there are not more than `index` elements.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a, L>> {
        self.get_view(index).map(T::view::<L>)
    }

    /// Returns element `index` as a [`View`], whatever its type; `None` if there are not more than `index` elements.
    #[inline]
    pub fn get_view(&self, index: usize) -> Option<View<'a, T::Of, T::Access<L>>> {
        if index >= self.len() {
            return None;
        }
        // SAFETY: by Y2 a valid element is stored at its position, so V1 holds.
        Some(unsafe { View::new(self.position(index)) })
    }
}

/// The elements of a [`Located`] sequence, for reading in parallel with [rayon](rayon::iter).
///
/// As with [`ParIter`](super::ParIter), pieces of less than 64 KiB are not divided, unless
/// [`with_grain`](Self::with_grain) chooses another number of bytes.
pub struct ParLocated<'s, 'a, T, L> {
    located: &'s Located<'a, T, L>,
    /// Invariant (Y3): both are at most the number of elements, and they are in order.
    range: (usize, usize),
    /// The number of bytes that are not divided.
    grain: usize,
}

impl<T, L> Clone for ParLocated<'_, '_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L> Copy for ParLocated<'_, '_, T, L> {}

impl<T: Field, L: Layout> ParLocated<'_, '_, T, L> {
    /// Chooses how many bytes a piece has at least, on average: fewer are not divided.
    #[must_use]
    pub fn with_grain(self, bytes: usize) -> Self {
        Self { grain: bytes, ..self }
    }

    fn left(&self) -> usize {
        self.range.1 - self.range.0
    }

    /// Returns whether there is nothing to divide: there are fewer bytes than two pieces have, or fewer elements.
    fn is_one_piece(&self) -> bool {
        self.left() < 2 || self.located.elements.len() / 2 < self.grain
    }

    /// Returns the number of elements that are not divided.
    fn min_len(&self) -> usize {
        parts_in(self.grain, self.located.elements.len(), self.located.len())
    }
}

impl<'s, 'a, T: Field, L: Layout> IntoParallelIterator for &'s Located<'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;
    type Iter = ParLocated<'s, 'a, T, L>;

    fn into_par_iter(self) -> Self::Iter {
        ParLocated { located: self, range: (0, self.len()), grain: SMALL }
    }
}

impl<'a, T: Field, L: Layout> ParallelIterator for ParLocated<'_, 'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn drive_unindexed<C: UnindexedConsumer<Self::Item>>(self, consumer: C) -> C::Result {
        // (Without a look at the threads, if there is nothing to divide.)
        if self.is_one_piece() {
            return consumer.into_folder().consume_iter(Piece { left: self, next: None }).complete();
        }
        bridge(self, consumer)
    }

    fn opt_len(&self) -> Option<usize> {
        Some(self.left())
    }
}

impl<'a, T: Field, L: Layout> IndexedParallelIterator for ParLocated<'_, 'a, T, L>
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
struct Pieces<'s, 'a, T, L> {
    elements: ParLocated<'s, 'a, T, L>,
    min_len: usize,
}

impl<'s, 'a, T: Field, L: Layout> Producer for Pieces<'s, 'a, T, L>
where
    T::View<'a, L>: Send,
{
    type Item = T::View<'a, L>;
    type IntoIter = Piece<'s, 'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        Piece { left: self.elements, next: None }
    }

    fn min_len(&self) -> usize {
        self.min_len
    }

    fn split_at(self, index: usize) -> (Self, Self) {
        // (Rayon divides within the piece; the bound keeps Y3 whatever it does.)
        let (start, end) = self.elements.range;
        let middle = start + index.min(end - start);
        let part = |range| Self { elements: ParLocated { range, ..self.elements }, ..self };
        (part((start, middle)), part((middle, end)))
    }
}

/// The elements of a piece, in order: each is found from the end of the one before it.
struct Piece<'s, 'a, T, L: Layout> {
    left: ParLocated<'s, 'a, T, L>,
    /// Invariant (Y4): the position of the first element that is left, if there is one and it is known.
    next: Option<<L as ReadLayout>::Pos>,
}

impl<'a, T: Field, L: Layout> Iterator for Piece<'_, 'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let (index, end) = self.left.range;
        if index == end {
            return None;
        }
        // SAFETY: by Y3 the index is less than the number of elements. By Y4 and Y2 an element is stored at `pos`, and
        // the one after it, if there is one, where it ends.
        unsafe {
            let pos = match self.next {
                Some(pos) => pos,
                None => self.left.located.position(index),
            };
            self.left.range.0 = index + 1;
            self.next = Some(skip_value::<ShapeOf<T>, L>(pos));
            Some(T::view::<L>(View::new(pos)))
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.left.left(), Some(self.left.left()))
    }
}

impl<T: Field, L: Layout> DoubleEndedIterator for Piece<'_, '_, T, L> {
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left.range.0 == self.left.range.1 {
            return None;
        }
        self.left.range.1 -= 1;
        self.left.located.get(self.left.range.1)
    }
}

impl<T: Field, L: Layout> ExactSizeIterator for Piece<'_, '_, T, L> {}
