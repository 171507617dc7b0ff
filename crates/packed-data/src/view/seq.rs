//! `Seq`: a view of a sequence.

use core::cmp::Ordering;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::RangeBounds;

use super::{Scalars, Slice, View};
use crate::layout::{Access, AnyAccess, Edit, Layout, Pos, Position, RandomAccess, ReadLayout, Remaining, RemainingOf};
use crate::packable::Packable;
#[cfg(feature = "rayon-1")]
use crate::shape::jump_remaining;
use crate::shape::{
    Field, NOT_IN_PLACE, Overwrite, ScalarShape, SequenceShape, Settable, ShapeOf, Sizes, element_count,
    remaining_count, skip_element, skip_remaining,
};
use crate::wire::invariant::Invariant;
use crate::wire::scalar::Scalar;

/// The header of a sequence, as the layout has read it.
type SequenceHeader<L> = <<L as AnyAccess>::Layout as ReadLayout>::SequenceHeader;

/// A packed sequence of `T`, in layout `L`, in bytes that live for `'a`.
///
/// In a layout with random access, any element is reached in constant time. In the other layouts, elements are reached
/// in order, and [`Iter`] walks over each element before it returns its view (see [`View`] for the time this takes).
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["a".into(), "bc".into(), "d".into()]);
/// let words = packed.view();
/// assert_eq!(words.get(1), Some("bc"));
/// assert_eq!(words.iter().rev().collect::<Vec<_>>(), ["d", "bc", "a"]);
/// assert_eq!(words.binary_search_by(|word| word.cmp("d")), Ok(2));
/// ```
///
/// A sequence for editing can be iterated over too, in every layout that allows editing:
///
/// ```
/// use packed_data::Packed;
///
/// let mut packed = Packed::<Vec<(u16, String)>>::pack(&vec![(1, "a".into()), (2, "b".into())]);
/// for (mut number, name) in packed.view_mut() {
///     if name == "b" {
///         number.update(|n| n + 40);
///     }
/// }
/// assert_eq!(packed.unpack()?, [(1, "a".to_owned()), (42, "b".to_owned())]);
/// # Ok::<(), packed_data::TooDeep>(())
/// ```
pub struct Seq<'a, T, L: Access> {
    /// Invariant (Q1): `header` was read from a valid sequence of `T`, which begins at `start`, in bytes that live for
    /// `'a`. If `L` is `Edit`, nothing else reads or writes the scalars of the elements during `'a`.
    pub(super) header: SequenceHeader<L>,
    start: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
}

impl<T, L: Layout> Clone for Seq<'_, T, L> {
    #[inline(always)]
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: Layout> Copy for Seq<'_, T, L> {}

impl<'a, T: Field, L: Access> Seq<'a, T, L> {
    /// Returns the sequence at the position of `view`. A view for editing must not be used afterwards.
    #[inline]
    pub(crate) fn of<C: Packable<As = C> + ?Sized>(view: &View<'a, C, L>) -> Self
    where
        C::Shape: SequenceShape<Element = T>,
    {
        // SAFETY: by V1 a valid sequence is stored at the position of `view`.
        let header = unsafe { L::Layout::sequence_header::<ShapeOf<T>>(view.pos()) };
        Self { header, start: view.pos(), types: PhantomData }
    }

    /// Returns the view of the whole sequence.
    ///
    /// # Safety
    ///
    /// The sequence is a value of type `C`. A sequence for editing must not be used afterwards.
    #[inline]
    pub(crate) unsafe fn whole<C: Packable<As = C> + ?Sized>(&self) -> View<'a, C, L>
    where
        C::Shape: SequenceShape<Element = T>,
    {
        // SAFETY: by Q1 a valid sequence is stored at `start`, and the caller promises that it is a `C`; so V1 holds.
        unsafe { View::new(self.start) }
    }

    /// Returns the bytes of the elements, their number, and whether they are those of a byte string: for reading them
    /// by their schema.
    pub(crate) fn element_bytes(&self) -> (&[u8], usize, bool) {
        let (remaining, first) = RemainingOf::<L>::first(self.header);
        // SAFETY: by Q1 `header` was read from a valid sequence of `T`. So each element is valid, and they end where
        // the last one ends. The sequence is borrowed, so nothing edits them.
        unsafe {
            let count = element_count::<ShapeOf<T>, L::Layout>(&self.header);
            let end = skip_remaining::<ShapeOf<T>, L::Layout>(remaining, first);
            (first.bytes_to(end), count, first.is_in_string())
        }
    }

    /// Returns the number of elements.
    ///
    /// Takes constant time, except in a sequence that does not state its length (an array of indefinite length in
    /// [`Cbor`](crate::Cbor), a list in [`haskell::PackedData`](crate::layout::haskell::PackedData)): there it walks
    /// over the elements.
    #[inline]
    pub fn len(&self) -> usize {
        // SAFETY: by Q1 `header` was read from a valid sequence of `T`.
        unsafe { element_count::<ShapeOf<T>, L::Layout>(&self.header) }
    }

    /// Returns whether there are no elements. Takes constant time.
    pub fn is_empty(&self) -> bool {
        let (mut remaining, first) = RemainingOf::<L>::first(self.header);
        // SAFETY: by Q1 `header` was read from a valid sequence of `T`, so its first element can be looked for.
        unsafe { remaining.next(first) }.is_none()
    }

    /// Returns the same sequence for a shorter time, so that a sequence for editing can be used more than once.
    pub fn reborrow(&mut self) -> Seq<'_, T, L> {
        Seq { types: PhantomData, ..*self }
    }

    /// Returns the view of the element at `pos`.
    ///
    /// # Safety
    ///
    /// An element of a sequence that satisfies Q1 is stored at `pos`. If `L` is for editing, only one view of it is
    /// created.
    #[inline(always)]
    unsafe fn show(pos: Pos<L>) -> T::View<'a, L> {
        // SAFETY: by Q1 and the caller's promise, the position satisfies V1.
        T::view::<L>(unsafe { View::new(pos) })
    }

    /// Returns the view of element `index`, in constant time; `None` if there are not more than `index` elements.
    /// Consumes a sequence for editing: see [`reborrow`](Self::reborrow).
    #[inline]
    pub fn into_get(self, index: usize) -> Option<T::View<'a, L>>
    where
        L::Layout: RandomAccess,
    {
        if index >= self.len() {
            return None;
        }
        // SAFETY: by Q1 the sequence is valid, and `index` is less than its length. `self` is consumed, so only one
        // view is created.
        Some(unsafe { Self::show(L::Layout::element::<ShapeOf<T>>(&self.header, index)) })
    }
}

impl<'a, T: Field, L: Layout> Seq<'a, T, L> {
    /// Returns each element as a [`View`], whatever its type: to [isolate](View::isolate) or [unpack](View::unpack) it,
    /// or to read it with a cursor.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let packed: Packed<Vec<Option<String>>> = Packed::pack(&vec![Some("to".into()), None]);
    /// let bytes: Vec<&[u8]> = packed.view().views().map(|element| element.as_bytes()).collect();
    /// assert_eq!(bytes, [&b"\x01\x02to"[..], b"\x00"]);
    /// ```
    pub fn views(&self) -> impl Iterator<Item = View<'a, T::Of, L>> + use<'a, T, L> {
        let (mut remaining, mut pos) = L::RemainingElements::first(self.header);
        // SAFETY: by Q1 the sequence is valid, so each element that the layout returns is, which V1 requires, and the
        // next one is found from its end.
        core::iter::from_fn(move || unsafe {
            let element = remaining.next(pos)?;
            pos = skip_element::<ShapeOf<T>, L>(&remaining, element);
            Some(View::new(element))
        })
    }

    /// Passes the offset of each element to `each`, from the beginning of the first; returns the bytes of all elements,
    /// which are side by side.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn each_start(&self, mut each: impl FnMut(usize)) -> &'a [u8] {
        let (mut remaining, first) = L::RemainingElements::first(self.header);
        let mut pos = first;
        // SAFETY: by Q1 the sequence is valid, in bytes that live for `'a`: each element that the layout returns is
        // valid, and the next one is found from its end.
        unsafe {
            while let Some(element) = remaining.next(pos) {
                each(first.bytes_to(element).len());
                pos = skip_element::<ShapeOf<T>, L>(&remaining, element);
            }
            first.bytes_to(pos)
        }
    }

    /// Returns the number of bytes before the first element.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn size_of_header(&self) -> usize {
        let (_, first) = L::RemainingElements::first(self.header);
        // SAFETY: by Q1 a valid sequence is stored at `start`, and its elements follow the header.
        unsafe { self.start.bytes_to(first).len() }
    }

    /// Returns the number of bytes of all elements, if the layout states it.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn size_of_elements(&self) -> Option<usize> {
        let (remaining, first) = L::RemainingElements::first(self.header);
        // SAFETY: by Q1 the sequence is valid, and none of its elements was read.
        unsafe { jump_remaining::<ShapeOf<T>, L>(&remaining, first).map(|end| first.bytes_to(end).len()) }
    }

    /// Returns the position of element `index`, in a layout that computes the positions of elements; after the last
    /// one, a position at which nothing may be read.
    ///
    /// # Safety
    ///
    /// `index` is at most the number of elements.
    #[cfg(feature = "rayon-1")]
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn computed(&self, index: usize) -> L::Pos {
        // SAFETY: by Q1 the sequence is valid, and the caller promises the index.
        match unsafe { L::computed::<ShapeOf<T>>(&self.header, index) } {
            Some(pos) => pos,
            None => unreachable!("the layout computes the positions of elements"),
        }
    }

    /// Returns the views of the elements, in order.
    #[inline]
    pub fn iter(&self) -> Iter<'a, T, L> {
        self.into_iter()
    }

    /// Returns the view of the first element, if there is one.
    #[inline]
    pub fn first(&self) -> Option<T::View<'a, L>> {
        self.iter().next()
    }
}

impl<'a, T: Field, L: Layout> Seq<'a, T, L> {
    /// Returns the view of element `index`, in constant time; `None` if there are not more than `index` elements.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a, L>>
    where
        L: RandomAccess,
    {
        self.into_get(index)
    }

    /// Returns the view of element `index`, in constant time. (It is not `seq[index]`, which would have to return a
    /// reference to a view that is stored somewhere.)
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into()]);
    /// assert_eq!(packed.view().at(1), "be");
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if there are not more than `index` elements; the message has the index and the number of elements.
    #[inline]
    #[track_caller]
    pub fn at(&self, index: usize) -> T::View<'a, L>
    where
        L: RandomAccess,
    {
        self.get(index).unwrap_or_else(|| out_of_bounds(index, self.len()))
    }

    /// Returns element `index` as a [`View`], whatever its type, in constant time; `None` if there are not more than
    /// `index` elements.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into()]);
    /// let word = packed.view().get_view(1).unwrap().to_packed();
    /// assert_eq!(word, Packed::pack("be"));
    /// ```
    #[inline]
    pub fn get_view(&self, index: usize) -> Option<View<'a, T::Of, T::Access<L>>>
    where
        L: RandomAccess,
    {
        if index >= self.len() {
            return None;
        }
        // SAFETY: by Q1 the sequence is valid, and `index` is less than its length; so V1 holds.
        Some(unsafe { View::new(L::element::<ShapeOf<T>>(&self.header, index)) })
    }

    /// Returns the elements from `range.start` up to `range.end`, without copying them. Takes constant time.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<u32>, Indexed> = Packed::pack(&vec![1, 2, 3, 4]);
    /// let middle = packed.view().slice(1..3);
    /// assert_eq!(middle.iter().collect::<Vec<_>>(), [2, 3]);
    /// assert_eq!(middle.at(1), 3);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics if the range begins after its end, or ends after the last element. [`get_slice`](Self::get_slice) returns
    /// `None` instead.
    #[track_caller]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Slice<'a, T, L>
    where
        L: RandomAccess,
    {
        Slice::of(*self).slice(range)
    }

    /// Returns the elements of a range as [`slice`](Self::slice) does, or `None` if not all of it is in the sequence.
    pub fn get_slice(&self, range: impl RangeBounds<usize>) -> Option<Slice<'a, T, L>>
    where
        L: RandomAccess,
    {
        Slice::of(*self).get_slice(range)
    }

    /// Returns the view of the last element, if there is one. Takes constant time.
    pub fn last(&self) -> Option<T::View<'a, L>>
    where
        L: RandomAccess,
    {
        self.get(self.len().checked_sub(1)?)
    }

    /// Searches a sorted sequence for an element, like [`slice::binary_search_by`]; returns its index.
    ///
    /// `f` returns how an element compares to the one that is sought.
    ///
    /// # Errors
    ///
    /// If there is no such element, returns the index at which it could be inserted.
    #[inline]
    pub fn binary_search_by(&self, f: impl FnMut(T::View<'a, L>) -> Ordering) -> Result<usize, usize>
    where
        L: RandomAccess,
    {
        Slice::of(*self).binary_search_by(f)
    }

    /// Searches a sequence that is sorted by a key, like [`slice::binary_search_by_key`]; returns the index of an
    /// element.
    ///
    /// `f` returns the key of an element.
    ///
    /// # Errors
    ///
    /// If no element has this key, returns the index at which one could be inserted.
    pub fn binary_search_by_key<K: Ord>(&self, key: &K, mut f: impl FnMut(T::View<'a, L>) -> K) -> Result<usize, usize>
    where
        L: RandomAccess,
    {
        self.binary_search_by(|element| f(element).cmp(key))
    }

    /// Returns the index of the first element for which `is_before` returns false, like [`slice::partition_point`]; the
    /// number of elements if there is none. It must be true for all elements before some element, and for no others.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<u32>, Indexed> = Packed::pack(&vec![1, 3, 5, 7]);
    /// assert_eq!(packed.view().partition_point(|number| number < 4), 2);
    /// ```
    #[inline]
    pub fn partition_point(&self, is_before: impl FnMut(T::View<'a, L>) -> bool) -> usize
    where
        L: RandomAccess,
    {
        Slice::of(*self).partition_point(is_before)
    }
}

impl<'a, S: Scalar + Packable<As = S, Shape = ScalarShape<S>>, L: Access> Seq<'a, S, L> {
    /// Returns the scalars, for access by index and as a slice. [`Scalars`] says in which layouts that takes constant
    /// time.
    #[inline]
    pub fn scalars(self) -> Scalars<'a, S, L::Layout> {
        // SAFETY: by Q1 `header` was read from a valid sequence of `S`, in bytes that live for `'a`. A sequence for
        // editing is consumed.
        unsafe { Scalars::of(self.header) }
    }
}

impl<T: Packable, L: Layout> Seq<'_, T, Edit<L>> {
    /// Overwrites element `index`, a scalar or an enum without data, with `value`. Takes constant time.
    ///
    /// # Panics
    ///
    /// Panics if there are not more than `index` elements.
    #[inline]
    pub fn set(&mut self, index: usize, value: <T::As as Settable>::Value)
    where
        T::As: Settable,
    {
        let stride = const {
            let size = Sizes::<ShapeOf<T>, L>::SIZE.expect(NOT_IN_PLACE);
            L::FORMAT.static_stride(size)
        };
        assert!(index < self.len(), "index {index} in a sequence of {} elements", self.len());
        // SAFETY: by Q1 the sequence is valid, and nothing else reads or writes its elements; `index` is less than its
        // length, so there is a first element, and element `index` begins `index` strides after it.
        unsafe {
            let (mut remaining, start) = L::RemainingElements::first(self.header);
            let first = remaining.next(start).unwrap_unchecked();
            <ShapeOf<T> as Overwrite>::store::<L>(first.advance(index * stride), value);
        }
    }
}

/// Reports an index that is out of bounds.
#[cold]
#[track_caller]
pub(super) fn out_of_bounds(index: usize, len: usize) -> ! {
    panic!("index {index} in a sequence of {len} elements")
}

/// The views of the elements, in order. Consumes a sequence for editing: see [`reborrow`](Seq::reborrow).
impl<'a, T: Field, L: Access> IntoIterator for Seq<'a, T, L> {
    type Item = T::View<'a, L>;
    type IntoIter = Iter<'a, T, L>;

    #[inline]
    fn into_iter(self) -> Self::IntoIter {
        let (remaining, front) = RemainingOf::<L>::first(self.header);
        Iter { header: self.header, remaining, front, from_back: 0, types: PhantomData }
    }
}

/// The views of the elements, in order, for a shorter time: a sequence for editing can be used afterwards.
impl<'s, T: Field, L: Access> IntoIterator for &'s mut Seq<'_, T, L> {
    type Item = T::View<'s, L>;
    type IntoIter = Iter<'s, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.reborrow().into_iter()
    }
}

/// The iterator over the elements of a [`Seq`].
///
/// Its `len` and `size_hint` take as long as [`Seq::len`].
pub struct Iter<'a, T, L: Access> {
    header: SequenceHeader<L>,
    /// Invariant (Q2): `header` satisfies Q1. `remaining` counts the elements that `next` has not returned; `front` is
    /// the position from which the layout finds the first of them. `next_back` has returned the last `from_back` of
    /// these elements; it requires a layout with random access.
    remaining: <L::Layout as ReadLayout>::RemainingElements,
    front: Pos<L>,
    from_back: usize,
    types: PhantomData<(&'a [u8], Invariant<T>, Invariant<L>)>,
}

impl<T, L: Layout> Clone for Iter<'_, T, L> {
    fn clone(&self) -> Self {
        Self { types: PhantomData, ..*self }
    }
}

impl<T: Field, L: Access> Iter<'_, T, L> {
    /// Moves on to the next element, and returns its position.
    #[inline]
    fn advance(&mut self) -> Option<Pos<L>> {
        // (The number of elements left is needed only in this case; not every layout states it.)
        if self.from_back > 0 && self.left() == 0 {
            return None;
        }
        // SAFETY: by Q2 the next element, if there is one, is found from `front`.
        unsafe {
            let this = self.remaining.next(self.front)?;
            self.front = skip_element::<ShapeOf<T>, L::Layout>(&self.remaining, this);
            Some(this)
        }
    }

    /// Returns the number of elements that are still to be returned.
    #[inline]
    fn left(&self) -> usize {
        // SAFETY: by Q2 `remaining` and `front` belong to a valid sequence of `T`.
        unsafe { remaining_count::<ShapeOf<T>, L::Layout>(&self.remaining, self.front) - self.from_back }
    }
}

impl<'a, T: Field, L: Layout> Iter<'a, T, L> {
    /// Returns the next element as a view of its canonical type.
    #[inline]
    pub(super) fn next_root(&mut self) -> Option<View<'a, T::Of, T::Access<L>>> {
        // SAFETY: by Q2 `advance` returns the position of a valid element.
        self.advance().map(|element| unsafe { View::new(element) })
    }
}

impl<'a, T: Field, L: Access> Iterator for Iter<'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let element = self.advance()?;
        // SAFETY: by Q2 `advance` returns the position of a valid element of which no view was created before.
        Some(unsafe { Seq::<'a, T, L>::show(element) })
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.left();
        (left, Some(left))
    }
}

impl<T: Field, L: Access> DoubleEndedIterator for Iter<'_, T, L>
where
    L::Layout: RandomAccess,
{
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        if self.left() == 0 {
            return None;
        }
        self.from_back += 1;
        // SAFETY: by Q2 the element at `index` was not returned before, from either end, so no view of it was created.
        unsafe {
            let index = element_count::<ShapeOf<T>, L::Layout>(&self.header) - self.from_back;
            Some(Seq::<'_, T, L>::show(L::Layout::element::<ShapeOf<T>>(&self.header, index)))
        }
    }
}

impl<T: Field, L: Access> ExactSizeIterator for Iter<'_, T, L> {}
impl<T: Field, L: Access> FusedIterator for Iter<'_, T, L> {}
