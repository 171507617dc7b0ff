//! The elements of sequences, arrays, sets and maps that were not validated.

use core::cmp::Ordering;
use core::iter::FusedIterator;
use core::marker::PhantomData;
use core::ops::Range;

use super::{Extent, Lazy, LazyView, peek, rarely};
use crate::layout::{AnyAccess, CheckerOf, RandomAccess, StatedElements};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, Repeat, SequenceShape, Shape, ShapeOf, Sizes, claimed_end, claimed_range};
use crate::view::lookup::Sought;
use crate::view::{Entry, Lookup, Map, Set, View};
use crate::wire::checker::{Failed, Input};
use crate::wire::end_table::{EndTable, load_entry};
use crate::wire::error::{Error, ErrorKind};
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;
use crate::wire::pointer::Ptr;

/// A shape with elements: that of a sequence, set, map or array.
pub trait HasElements: Shape {
    /// The type of the elements, as a field.
    type Element: Field;
    /// Whether there is no table of ends, also if the elements vary in size.
    #[doc(hidden)]
    const IS_ARRAY: bool;

    /// Returns where the elements of the value are said to be.
    #[doc(hidden)]
    fn elements<L: RandomAccess>(value: Extent) -> Result<Elements<Self, L>, Error>;
}

/// Where the elements of a value of shape `Q` are said to be.
pub struct Elements<Q: ?Sized, L> {
    /// The range from the first element to the end of the last, which satisfies V2.
    all: Extent,
    pub(super) count: usize,
    /// Invariant (V4): if the elements have a static size, `count` of them are within `all`. If `Q` is a sequence whose
    /// elements vary in size, a table of `count` entries begins here, each `1 << width_log` bytes wide, at most eight.
    /// They are among the bytes of V2, and may have any value.
    table: Ptr,
    width_log: u8,
    /// In an array of such elements: the number of elements before `all`.
    passed: usize,
    types: PhantomData<(Invariant<Q>, Invariant<L>)>,
}

impl<Q: SequenceShape> HasElements for Q {
    type Element = Q::Element;
    const IS_ARRAY: bool = false;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements<L: RandomAccess>(value: Extent) -> Result<Elements<Self, L>, Error> {
        let StatedElements { count, first, end, table } = peek!(value, L, |input| {
            let elements = L::peek_header::<Q>(input, value.at);
            elements.and_then(|elements| value.require_end(input, elements.end).map(|()| elements))
        })?;
        let all = value.part(first, end - first);
        if const { Sizes::<ShapeOf<Q::Element>, L>::SIZE.is_some() } {
            return Ok(Elements::without_table(all, count));
        }
        match table {
            Some(table) => Ok(Elements::with_table(all, count, table)),
            None => unreachable!("a layout with random access has tables"),
        }
    }
}

impl<T: Field, const N: usize> HasElements for Repeat<T, N> {
    type Element = T;
    const IS_ARRAY: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn elements<L: RandomAccess>(value: Extent) -> Result<Elements<Self, L>, Error> {
        if const { Sizes::<ShapeOf<T>, L>::SIZE.is_some() } {
            peek!(value, L, |input| {
                let end = claimed_end::<Self, L>(input, value.at);
                end.and_then(|end| value.require_end(input, end))
            })?;
        }
        Ok(Elements::without_table(value, N))
    }
}

impl<Q: HasElements, L: RandomAccess> Elements<Q, L> {
    /// Returns `count` elements of static size, which the caller has found to be within `all`; or those of an array.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn without_table(all: Extent, count: usize) -> Self {
        assert!(const { Sizes::<ShapeOf<Q::Element>, L>::SIZE.is_some() || Q::IS_ARRAY }, "they have a table");
        Self { all, count, table: all.base, width_log: 0, passed: 0, types: PhantomData }
    }

    /// Returns `count` elements whose ends are in `table`. It must be before them: the caller has found that.
    fn with_table(all: Extent, count: usize, table: EndTable) -> Self {
        let EndTable { first, width_log, .. } = table;
        let size = all.at.checked_sub(first);
        assert!(width_log < 4 && size.is_some_and(|size| count <= size >> width_log), "a table before the elements");
        // SAFETY: `first` is not after the elements, which are among the bytes (V2). That many entries of this width
        // fit between the two, as V4 says.
        Self { all, count, table: unsafe { all.base.add(first) }, width_log, passed: 0, types: PhantomData }
    }

    /// Returns where element `index` is stated to end, in bytes from the beginning of the first.
    ///
    /// # Safety
    ///
    /// The elements have a table, and there are more than `index` of them.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn stated_end(&self, index: usize) -> usize {
        // SAFETY: the caller promises an entry, which is in the table by V4.
        let end = unsafe { load_entry(self.table, self.width_log, index) };
        usize::try_from(end).unwrap_or(usize::MAX)
    }

    /// Returns the range of element `index`, which is less than the number of elements. In an array of elements of
    /// varying size it walks over those before it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn find(&self, index: usize) -> Result<Extent, Error> {
        let Self { all, count, passed, .. } = *self;
        if let Some(size) = const { Sizes::<ShapeOf<Q::Element>, L>::SIZE } {
            // (By V4 it is within the value. That is not tested again.)
            debug_assert!(index < count, "the index is less than the number of elements");
            return Ok(Extent { at: all.at + index * size, len: size, ..all });
        }
        if const { Q::IS_ARRAY } {
            let (start, end) = peek!(all, L, |input| walk::<Q::Element, L>(input, all.at, passed..count, index))?;
            return Ok(all.part(start, end - start));
        }
        assert!(index < count, "the index is less than the number of elements");
        // SAFETY: the elements have a table, and `index` is less than their number.
        let entry = |index| unsafe { self.stated_end(index) };
        let (start, end) = (index.checked_sub(1).map_or(0, entry), entry(index));
        if start <= end && end <= all.len {
            return Ok(Extent { at: all.at + start, len: end - start, ..all });
        }
        rarely(move || Self::misplaced(all, index, start, end))
    }

    /// Returns the error of an element that is said to begin and end there, in bytes from the beginning of the first.
    fn misplaced(all: Extent, index: usize, start: usize, end: usize) -> Error {
        let mut checker = CheckerOf::<L>::new(all.bytes(), &Limits::DEFAULT);
        let failed = checker.fail(ErrorKind::SizeMismatch { stated: end as u64, actual: start }, all.at);
        checker.within_element(index, failed);
        checker.error()
    }
}

/// Returns the range of element `index` of an array, after the size before it; `left` are the elements from `at` on.
fn walk<T: Field, L: RandomAccess>(
    input: &mut impl Input,
    mut at: usize,
    left: Range<usize>,
    index: usize,
) -> Result<(usize, usize), Failed> {
    for before in left.start..index {
        at = range_in_array::<T, L>(input, at, false).map_err(|failed| input.within_element(before, failed))?.1;
    }
    range_in_array::<T, L>(input, at, index + 1 == left.end).map_err(|failed| input.within_element(index, failed))
}

/// Returns the range of an element of an array, whose size is at `at` if it has one before it.
fn range_in_array<T: Field, L: RandomAccess>(
    input: &mut impl Input,
    at: usize,
    is_last: bool,
) -> Result<(usize, usize), Failed> {
    let is_sized = Sizes::<ShapeOf<T>, L>::EXTENT.is_sized(is_last, L::FORMAT);
    if is_last && !is_sized {
        return Ok((at, input.bytes().len()));
    }
    claimed_range::<ShapeOf<T>, L>(input, at, is_sized)
}

/// The type of the elements of a value.
type ElementOf<T> = <<T as Packable>::Shape as HasElements>::Element;

impl<'a, T: Packable<As = T> + ?Sized, L: RandomAccess> LazyView<'a, T, L>
where
    T::Shape: HasElements,
{
    /// Returns the number of elements that the value is said to have. (That of an array is known from its type: nothing
    /// is checked if its elements vary in size.)
    ///
    /// ```
    /// use packed_data::{Indexed, Packed, lazy};
    ///
    /// let packed = Packed::<Vec<u16>, Indexed>::pack(&vec![7, 8]);
    /// let numbers = lazy::<Vec<u16>, Indexed>(packed.as_bytes());
    /// assert_eq!((numbers.len()?, numbers.try_get(1)?, numbers.try_get(2)?), (2, Some(8), None));
    /// assert_eq!(numbers.try_iter()?.sum::<Result<u16, _>>()?, 15);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the header of the value is not valid, or if that many elements are not within the value.
    pub fn len(&self) -> Result<usize, Error> {
        T::Shape::elements::<L>(self.pos()).map(|elements| elements.count)
    }

    /// Returns whether the value is said to have no elements.
    ///
    /// # Errors
    ///
    /// As for [`len`](Self::len).
    pub fn is_empty(&self) -> Result<bool, Error> {
        self.len().map(|len| len == 0)
    }

    /// Returns element `index`: a scalar, or a lazy view; `None` if there are not more than `index` elements. Takes
    /// constant time, except in an array whose elements vary in size: there, it passes those before.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the header of the value, or the entries of its table for this element, are not valid, or
    /// if the element is a scalar that is not valid.
    #[inline]
    pub fn try_get(&self, index: usize) -> Result<Option<<ElementOf<T> as Field>::View<'a, Lazy<L>>>, Error> {
        let elements = T::Shape::elements::<L>(self.pos())?;
        if index >= elements.count {
            return Ok(None);
        }
        let element = elements.find(index)?;
        // SAFETY: the range satisfies V2.
        unsafe { ElementOf::<T>::view_at::<Lazy<L>>(element) }.map(Some)
    }

    /// Returns the elements in order, each a scalar, or a lazy view. They do not overlap. An element that is not
    /// valid is an error in its place; those after it follow. In an array whose elements vary in size, nothing is
    /// found after an element with a wrong size: it is an error for each of them.
    ///
    /// # Errors
    ///
    /// As for [`len`](Self::len).
    pub fn try_iter(&self) -> Result<LazyIter<'a, T::Shape, L>, Error> {
        let elements = T::Shape::elements::<L>(self.pos())?;
        Ok(LazyIter { elements, index: 0, start: 0, types: PhantomData })
    }
}

/// The elements of a value that was not validated, in order: see [`View::try_iter`].
pub struct LazyIter<'a, Q, L> {
    elements: Elements<Q, L>,
    /// The index of the next element.
    index: usize,
    /// Where it is said to begin, in bytes from the beginning of the first; not after the end of all elements.
    start: usize,
    types: PhantomData<(&'a [u8], Invariant<Q>, Invariant<L>)>,
}

impl<Q: HasElements, L: RandomAccess> LazyIter<'_, Q, L> {
    /// Returns the range of the next element, and moves on.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_range(&mut self) -> Option<Result<Extent, Error>> {
        let (index, start, all) = (self.index, self.start, self.elements.all);
        if index >= self.elements.count {
            return None;
        }
        self.index += 1;
        if let Some(size) = const { Sizes::<ShapeOf<Q::Element>, L>::SIZE } {
            self.start += size;
            return Some(Ok(Extent { at: all.at + start, len: size, ..all }));
        }
        if const { Q::IS_ARRAY } {
            let element = self.elements.find(index);
            if let Ok(element) = element {
                self.elements.all = Extent { at: element.end(), len: all.end() - element.end(), ..all };
                self.elements.passed = index + 1;
            }
            return Some(element);
        }
        // SAFETY: the elements have a table, and `index` is less than their number.
        let end = unsafe { self.elements.stated_end(index) };
        if end <= all.len
            && let Some(len) = end.checked_sub(start)
        {
            self.start = end;
            return Some(Ok(Extent { at: all.at + start, len, ..all }));
        }
        // (The next element begins where this one is said to end, if that is in the value and not before this one. So
        // the elements that are returned are apart from each other.)
        self.start = start.max(end.min(all.len));
        Some(rarely(move || Elements::<Q, L>::misplaced(all, index, start, end)))
    }
}

impl<'a, Q: HasElements, L: RandomAccess> Iterator for LazyIter<'a, Q, L> {
    type Item = Result<<Q::Element as Field>::View<'a, Lazy<L>>, Error>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(&mut self) -> Option<Self::Item> {
        match self.next_range()? {
            // SAFETY: the range satisfies V2.
            Ok(element) => Some(unsafe { Q::Element::view_at::<Lazy<L>>(element) }),
            Err(error) => Some(Err(error)),
        }
    }

    fn size_hint(&self) -> (usize, Option<usize>) {
        let left = self.elements.count - self.index;
        (left, Some(left))
    }
}

impl<Q: HasElements, L: RandomAccess> ExactSizeIterator for LazyIter<'_, Q, L> {}
impl<Q: HasElements, L: RandomAccess> FusedIterator for LazyIter<'_, Q, L> {}

impl<Q, L> core::fmt::Debug for LazyIter<'_, Q, L> {
    fn fmt(&self, f: &mut core::fmt::Formatter<'_>) -> core::fmt::Result {
        f.debug_struct("LazyIter").field("len", &(self.elements.count - self.index)).finish_non_exhaustive()
    }
}

/// Finds the element whose key is equal to what is sought, by binary search: `key` returns the key of an element, as a
/// view of its canonical type. Returns the range of the element.
fn search<S, A, Q, L>(
    elements: &Elements<S, L>,
    sought: &Q,
    key: impl Fn(Extent) -> Result<Extent, Error>,
) -> Result<Option<Extent>, Error>
where
    S: HasElements,
    A: Packable<As = A> + ?Sized,
    Q: Lookup<A> + ?Sized,
    L: RandomAccess,
{
    let sought = Sought::<Q, A, L>::new(sought);
    let (mut from, mut to) = (0, elements.count);
    while from < to {
        let middle = from + (to - from) / 2;
        let element = elements.find(middle)?;
        // SAFETY: the range of the key satisfies V2.
        let key: LazyView<'_, A, L> = unsafe { View::new(key(element)?) };
        match sought.compare(key.check()?) {
            Ordering::Less => from = middle + 1,
            Ordering::Greater => to = middle,
            Ordering::Equal => return Ok(Some(element)),
        }
    }
    Ok(None)
}

impl<'a, K: Packable, V: Packable, L: RandomAccess> LazyView<'a, Map<K, V>, L> {
    /// Returns the value of a key, by binary search: a scalar, or a lazy view. The keys that are compared are checked.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use packed_data::{Indexed, Packed, lazy};
    ///
    /// let packed = Packed::<BTreeMap<String, u8>, Indexed>::pack(&BTreeMap::from([("a".into(), 1), ("b".into(), 2)]));
    /// let map = lazy::<BTreeMap<String, u8>, Indexed>(packed.as_bytes());
    /// assert_eq!((map.try_get_key("b")?, map.try_get_key("c")?), (Some(2), None));
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the header of the map, an entry of the table that is used or a key that is compared is
    /// not valid, or if the value is a scalar that is not valid. If the keys are not in order, a key that is there may
    /// not be found.
    pub fn try_get_key<Q: Lookup<K::As> + ?Sized>(
        &self,
        sought: &Q,
    ) -> Result<Option<<Lazy<L> as AnyAccess>::Part<'a, V>>, Error> {
        let elements = <Map<K, V> as Packable>::Shape::elements::<L>(self.pos())?;
        // SAFETY: the range of an entry satisfies V2, and so V3 holds for its fields.
        let fields = |entry| unsafe {
            let entry: LazyView<'a, Entry<K, V>, L> = View::new(entry);
            entry.begin()?.find::<Frozen<K>, (V, ())>()
        };
        // (A key is never absent.)
        let key = |entry| fields(entry).map(|(key, _)| key.unwrap_or(entry));
        match search::<<Map<K, V> as Packable>::Shape, K::As, Q, L>(&elements, sought, key)? {
            // SAFETY: the range of an entry satisfies V2, and so V3 holds for its fields.
            Some(entry) => unsafe {
                let (value, _) = fields(entry)?.1.find::<V, ()>()?;
                V::view_at::<Lazy<L>>(value.unwrap_or(entry)).map(Some)
            },
            None => Ok(None),
        }
    }
}

impl<T: Packable, L: RandomAccess> LazyView<'_, Set<T>, L> {
    /// Returns whether the set contains an element, by binary search. The elements that are compared are checked.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the header of the set, an entry of the table that is used or an element that is compared
    /// is not valid. If the elements are not in order, one that is there may not be found.
    pub fn try_contains<Q: Lookup<T::As> + ?Sized>(&self, sought: &Q) -> Result<bool, Error> {
        let elements = <Set<T> as Packable>::Shape::elements::<L>(self.pos())?;
        Ok(search::<<Set<T> as Packable>::Shape, T::As, Q, L>(&elements, sought, Ok)?.is_some())
    }
}
