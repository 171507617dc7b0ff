//! Sequences in packed data.

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::marker::PhantomData;

use super::{NOT_IN_PLACE, Scalars, View};
use crate::invariant::Invariant;
use crate::layout::{Access, Edit, Layout, Pos, RandomAccess};
use crate::packable::Packable;
use crate::scalar::Scalar;
use crate::shape::{Elements, Field, Leaf, Of, ShapeOf, skip_whole};

/// The beginning of a sequence, read.
type Head<L> = <<L as Access>::Layout as Layout>::Head;

/// A packed sequence of `T`, in layout `L`, in bytes that live for `'a`.
///
/// In a layout with random access any element is reached in constant time; in the others elements are
/// walked over in order: each is stepped over before it is given (see [`View`]).
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
pub struct Seq<'a, T, L: Access> {
    /// Invariant (Q1): read from a valid sequence of `T`, in bytes that live for `'a`; if `L` is `Edit`,
    /// nothing else reads or writes its scalars during `'a`.
    head: Head<L>,
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
    /// The sequence that a view shows.
    #[inline]
    pub(crate) fn of<C: Packable<As = C> + ?Sized>(view: &View<'a, C, L>) -> Self
    where
        C::Shape: Elements<Element = T>,
    {
        // SAFETY: by V1 a valid sequence stands there.
        let head = unsafe { L::Layout::head::<ShapeOf<T>>(view.pos()) };
        Self { head, types: PhantomData }
    }

    /// Number of elements.
    ///
    /// In constant time, except in a sequence that does not state its length (an array of indefinite length in
    /// [`Cbor`](crate::Cbor), a list of [`haskell::PackedData`](crate::haskell::PackedData)): there it walks over the
    /// elements.
    #[inline]
    pub fn len(&self) -> usize {
        // SAFETY: Q1.
        unsafe { L::Layout::len::<ShapeOf<T>>(&self.head) }
    }

    /// Whether there are no elements, in constant time.
    pub fn is_empty(&self) -> bool {
        let (mut steps, first) = L::Layout::first(self.head);
        // SAFETY: Q1.
        unsafe { L::Layout::next::<ShapeOf<T>>(&mut steps, first) }.is_none()
    }

    /// The same sequence for a shorter time: to use one for editing more than once.
    pub fn reborrow(&mut self) -> Seq<'_, T, L> {
        Seq { head: self.head, types: PhantomData }
    }

    /// The element whose place begins at `pos`.
    ///
    /// # Safety
    ///
    /// By Q1 an element stands there, and it is given away once if `L` is for editing.
    #[inline(always)]
    unsafe fn show(pos: Pos<L>) -> T::View<'a, L> {
        // SAFETY: the caller's promise.
        T::view::<L>(unsafe { View::new(pos) })
    }

    /// The views of the elements, in order. A sequence for editing is used up.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "for reading it is `IntoIterator` too; this serves both")]
    pub fn into_iter(self) -> Iter<'a, T, L> {
        let (steps, front) = L::Layout::first(self.head);
        Iter { head: self.head, steps, front, from_back: 0, types: PhantomData }
    }

    /// The element at an index, in constant time. A sequence for editing is used up: see
    /// [`reborrow`](Self::reborrow).
    #[inline]
    pub fn into_get(self, index: usize) -> Option<T::View<'a, L>>
    where
        L::Layout: RandomAccess,
    {
        if index >= self.len() {
            return None;
        }
        // SAFETY: by Q1 the element is there; `self` is used up.
        Some(unsafe { Self::show(L::Layout::element::<ShapeOf<T>>(&self.head, index)) })
    }
}

impl<'a, T: Field, L: Layout> Seq<'a, T, L> {
    /// The views of the elements, in order.
    #[inline]
    pub fn iter(&self) -> Iter<'a, T, L> {
        self.into_iter()
    }

    /// The first element.
    #[inline]
    pub fn first(&self) -> Option<T::View<'a, L>> {
        self.iter().next()
    }
}

impl<'a, T: Field, L: RandomAccess> Seq<'a, T, L> {
    /// The element at an index, in constant time.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a, L>> {
        self.into_get(index)
    }

    /// The last element.
    pub fn last(&self) -> Option<T::View<'a, L>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Looks for an element in a sorted sequence, as [`slice::binary_search_by`]: `f` says how an element
    /// compares to the one sought.
    ///
    /// # Errors
    ///
    /// There is none: the index where it could be inserted.
    #[inline]
    pub fn binary_search_by(&self, mut f: impl FnMut(T::View<'a, L>) -> Ordering) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(element) = self.get(middle) else { unreachable!("below the length") };
            match f(element) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(middle),
            }
        }
        Err(low)
    }

    /// Looks for an element in a sequence sorted by a key.
    ///
    /// # Errors
    ///
    /// As [`binary_search_by`](Self::binary_search_by).
    pub fn binary_search_by_key<K: Ord>(
        &self,
        key: &K,
        mut f: impl FnMut(T::View<'a, L>) -> K,
    ) -> Result<usize, usize> {
        self.binary_search_by(|element| f(element).cmp(key))
    }
}

impl<'a, S: Scalar + Packable<As = S, Shape = Leaf<S>>, L: Access> Seq<'a, S, L> {
    /// The scalars, for access by index and as a slice; [`Scalars`] says in which layouts that takes constant time.
    #[inline]
    pub fn scalars(self) -> Scalars<'a, S, L::Layout> {
        // SAFETY: by Q1 they are there; one for editing is used up.
        unsafe { Scalars::of(self.head) }
    }
}

impl<S: Scalar + Packable<As = S, Shape = Leaf<S>>, L: Layout> Seq<'_, S, Edit<L>> {
    /// Overwrites a scalar.
    ///
    /// # Panics
    ///
    /// There are not so many.
    #[inline]
    pub fn set(&mut self, index: usize, value: S) {
        const { assert!(Of::<Leaf<S>, L>::SIZE.is_some(), "{}", NOT_IN_PLACE) };
        assert!(index < self.len(), "index {index} of a sequence of {}", self.len());
        // SAFETY: by Q1 the scalar is there, and ours alone.
        unsafe { L::set_scalar(Scalars::<S, L>::of(self.head).place(index), value) }
    }
}

impl<'a, T: Field, L: Layout> fmt::Debug for Seq<'a, T, L>
where
    T::View<'a, L>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Field, L: Layout> IntoIterator for Seq<'a, T, L> {
    type Item = T::View<'a, L>;
    type IntoIter = Iter<'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The iterator over the elements of a [`Seq`].
///
/// Its `len` and `size_hint` take the time of [`Seq::len`].
pub struct Iter<'a, T, L: Access> {
    head: Head<L>,
    /// Invariant (Q2): `steps` tells of the elements from `front` on, which is the place of the first that was not
    /// given away from the front. The last `from_back` of them were given away from the back, which takes a layout
    /// with random access.
    steps: <L::Layout as Layout>::Steps,
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
    /// Number of elements that are still to come.
    #[inline]
    fn left(&self) -> usize {
        // SAFETY: Q2.
        unsafe { L::Layout::remaining::<ShapeOf<T>>(&self.steps, self.front) - self.from_back }
    }
}

impl<'a, T: Field, L: Access> Iterator for Iter<'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        // (Only then is the number of those left needed, which not every layout states.)
        if self.from_back > 0 && self.left() == 0 {
            return None;
        }
        // SAFETY: by Q2 an element stands here, or they end here; it is given away once.
        unsafe {
            let this = L::Layout::next::<ShapeOf<T>>(&mut self.steps, self.front)?;
            self.front = skip_whole::<ShapeOf<T>, L::Layout>(this);
            Some(Seq::<'a, T, L>::show(this))
        }
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
        // SAFETY: by Q2 the element is there, and is given away once.
        unsafe {
            let index = L::Layout::len::<ShapeOf<T>>(&self.head) - self.from_back;
            Some(Seq::<'_, T, L>::show(L::Layout::element::<ShapeOf<T>>(&self.head, index)))
        }
    }
}

impl<T: Field, L: Access> ExactSizeIterator for Iter<'_, T, L> {}
impl<T: Field, L: Access> FusedIterator for Iter<'_, T, L> {}
