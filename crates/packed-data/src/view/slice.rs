//! `Slice`: the elements of a range of a sequence, and searches in it.

use core::cmp::Ordering;
use core::fmt;
use core::iter::FusedIterator;
use core::ops::{Bound, Range, RangeBounds};

use super::seq::out_of_bounds;
use super::{Seq, View};
use crate::layout::RandomAccess;
use crate::shape::Field;

/// Neighbouring elements of a packed sequence: what [`Seq::slice`] returns. It is as large as a sequence and two
/// numbers, and is copied like a reference.
///
/// ```
/// use packed_data::{Indexed, Packed};
///
/// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into(), "or".into(), "not".into()]);
/// let words = packed.view().slice(1..);
/// assert_eq!(words.len(), 3);
/// assert_eq!(words.slice(..2).iter().collect::<Vec<_>>(), ["be", "or"]);
/// ```
pub struct Slice<'a, T, L: RandomAccess> {
    pub(super) seq: Seq<'a, T, L>,
    /// Invariant (Q3): both bounds are at most the length of `seq`, and they are in order.
    pub(super) range: (usize, usize),
}

impl<T, L: RandomAccess> Clone for Slice<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T, L: RandomAccess> Copy for Slice<'_, T, L> {}

impl<'a, T: Field, L: RandomAccess> Slice<'a, T, L> {
    /// Returns the slice of all elements.
    #[inline]
    pub(super) fn of(seq: Seq<'a, T, L>) -> Self {
        Self { seq, range: (0, seq.len()) }
    }

    /// Returns the whole sequence, and the bounds of the slice in it.
    #[cfg(feature = "rayon-1")]
    pub(crate) fn into_parts(self) -> (Seq<'a, T, L>, (usize, usize)) {
        (self.seq, self.range)
    }

    /// Returns the number of elements.
    #[inline]
    pub fn len(&self) -> usize {
        self.range.1 - self.range.0
    }

    /// Returns whether there are no elements.
    pub fn is_empty(&self) -> bool {
        self.len() == 0
    }

    /// Returns the view of element `index` of the slice, in constant time; `None` if there are not more than `index`
    /// elements.
    #[inline]
    pub fn get(&self, index: usize) -> Option<T::View<'a, L>> {
        self.get_view(index).map(T::view::<L>)
    }

    /// Returns the view of element `index` of the slice, in constant time.
    ///
    /// # Panics
    ///
    /// Panics if there are not more than `index` elements; the message has the index and the number of elements.
    #[inline]
    #[track_caller]
    pub fn at(&self, index: usize) -> T::View<'a, L> {
        self.get(index).unwrap_or_else(|| out_of_bounds(index, self.len()))
    }

    /// Returns element `index` of the slice as a [`View`], whatever its type, in constant time; `None` if there are not
    /// more than `index` elements.
    #[inline]
    pub fn get_view(&self, index: usize) -> Option<View<'a, T::Of, T::Access<L>>> {
        if index >= self.len() {
            return None;
        }
        self.seq.get_view(self.range.0 + index)
    }

    /// Returns each element as a [`View`], whatever its type, as [`Seq::views`] does.
    ///
    /// ```
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed: Packed<Vec<String>, Indexed> = Packed::pack(&vec!["to".into(), "be".into(), "or".into()]);
    /// let last = packed.view().slice(1..).views().next_back().unwrap();
    /// assert_eq!(last.to_packed(), Packed::pack("or"));
    /// ```
    pub fn views(&self) -> impl DoubleEndedIterator<Item = View<'a, T::Of, T::Access<L>>> + ExactSizeIterator {
        let slice = *self;
        (0..self.len()).map(move |index| match slice.get_view(index) {
            Some(element) => element,
            None => unreachable!("the index is less than the length"),
        })
    }

    /// Returns the view of the first element, if there is one.
    pub fn first(&self) -> Option<T::View<'a, L>> {
        self.get(0)
    }

    /// Returns the view of the last element, if there is one.
    pub fn last(&self) -> Option<T::View<'a, L>> {
        self.get(self.len().checked_sub(1)?)
    }

    /// Returns the elements of a range of the slice. Takes constant time.
    ///
    /// # Panics
    ///
    /// Panics if the range begins after its end, or ends after the last element.
    #[track_caller]
    pub fn slice(&self, range: impl RangeBounds<usize>) -> Self {
        let (start, end) = self.resolve(&range);
        self.get_slice(start..end).unwrap_or_else(|| bad_range(start..end, self.len()))
    }

    /// Returns the elements of a range of the slice, or `None` if not all of it is in the slice.
    pub fn get_slice(&self, range: impl RangeBounds<usize>) -> Option<Self> {
        let (start, end) = self.resolve(&range);
        if start > end || end > self.len() {
            return None;
        }
        Some(Self { seq: self.seq, range: (self.range.0 + start, self.range.0 + end) })
    }

    /// Returns both ends of a range, which may be out of bounds.
    fn resolve(&self, range: &impl RangeBounds<usize>) -> (usize, usize) {
        let start = match range.start_bound() {
            Bound::Included(start) => *start,
            Bound::Excluded(before) => before.saturating_add(1),
            Bound::Unbounded => 0,
        };
        let end = match range.end_bound() {
            Bound::Included(last) => last.saturating_add(1),
            Bound::Excluded(end) => *end,
            Bound::Unbounded => self.len(),
        };
        (start, end)
    }

    /// Returns the views of the elements, in order.
    pub fn iter(&self) -> SliceIter<'a, T, L> {
        SliceIter { rest: *self }
    }

    /// Searches a sorted slice for an element, like [`slice::binary_search_by`]; returns its index in the slice.
    ///
    /// `f` returns how an element compares to the one that is sought.
    ///
    /// # Errors
    ///
    /// If there is no such element, returns the index at which it could be inserted.
    #[inline]
    pub fn binary_search_by(&self, mut f: impl FnMut(T::View<'a, L>) -> Ordering) -> Result<usize, usize> {
        self.search(|element| f(T::view::<L>(element)))
    }

    /// Searches a slice that is sorted by a key, like [`slice::binary_search_by_key`]; returns the index in the slice.
    ///
    /// `f` returns the key of an element.
    ///
    /// # Errors
    ///
    /// If no element has this key, returns the index at which one could be inserted.
    pub fn binary_search_by_key<K: Ord>(
        &self,
        key: &K,
        mut f: impl FnMut(T::View<'a, L>) -> K,
    ) -> Result<usize, usize> {
        self.binary_search_by(|element| f(element).cmp(key))
    }

    /// Returns the index of the first element for which `is_before` returns false, like [`slice::partition_point`]; the
    /// number of elements if there is none.
    #[inline]
    pub fn partition_point(&self, mut is_before: impl FnMut(T::View<'a, L>) -> bool) -> usize {
        let order = |element| if is_before(element) { Ordering::Less } else { Ordering::Greater };
        self.binary_search_by(order).unwrap_or_else(|index| index)
    }

    /// Searches a sorted slice, with a function that is given views of the canonical type.
    #[inline]
    pub(super) fn search(&self, mut f: impl FnMut(View<'a, T::Of, T::Access<L>>) -> Ordering) -> Result<usize, usize> {
        let (mut low, mut high) = (0, self.len());
        while low < high {
            let middle = low + (high - low) / 2;
            let Some(element) = self.get_view(middle) else { unreachable!("the index is less than the length") };
            match f(element) {
                Ordering::Less => low = middle + 1,
                Ordering::Greater => high = middle,
                Ordering::Equal => return Ok(middle),
            }
        }
        Err(low)
    }
}

/// Reports a range that is not in a sequence.
#[cold]
#[track_caller]
fn bad_range(range: Range<usize>, len: usize) -> ! {
    panic!("range {range:?} in a sequence of {len} elements")
}

impl<'a, T: Field, L: RandomAccess> fmt::Debug for Slice<'a, T, L>
where
    T::View<'a, L>: fmt::Debug,
{
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_list().entries(self.iter()).finish()
    }
}

impl<'a, T: Field, L: RandomAccess> IntoIterator for Slice<'a, T, L> {
    type Item = T::View<'a, L>;
    type IntoIter = SliceIter<'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

impl<'a, T: Field, L: RandomAccess> IntoIterator for &Slice<'a, T, L> {
    type Item = T::View<'a, L>;
    type IntoIter = SliceIter<'a, T, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// The iterator over the elements of a [`Slice`], or over a range of a map or set.
pub struct SliceIter<'a, T, L: RandomAccess> {
    /// The elements that were not returned yet.
    rest: Slice<'a, T, L>,
}

impl<T, L: RandomAccess> Clone for SliceIter<'_, T, L> {
    fn clone(&self) -> Self {
        Self { rest: self.rest }
    }
}

impl<'a, T: Field, L: RandomAccess> Iterator for SliceIter<'a, T, L> {
    type Item = T::View<'a, L>;

    #[inline]
    fn next(&mut self) -> Option<Self::Item> {
        let first = self.rest.first()?;
        self.rest.range.0 += 1;
        Some(first)
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        (self.rest.len(), Some(self.rest.len()))
    }

    fn nth(&mut self, n: usize) -> Option<Self::Item> {
        self.rest.range.0 += n.min(self.rest.len());
        self.next()
    }
}

impl<T: Field, L: RandomAccess> DoubleEndedIterator for SliceIter<'_, T, L> {
    #[inline]
    fn next_back(&mut self) -> Option<Self::Item> {
        let last = self.rest.last()?;
        self.rest.range.1 -= 1;
        Some(last)
    }
}

impl<T: Field, L: RandomAccess> ExactSizeIterator for SliceIter<'_, T, L> {}
impl<T: Field, L: RandomAccess> FusedIterator for SliceIter<'_, T, L> {}
