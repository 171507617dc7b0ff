//! `MapView` and `SetView`: views of maps and sets, with binary search. These are sorted, so that equal ones have equal
//! bytes.

use core::cmp::Ordering;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::{Bound, RangeBounds};

use super::lookup::Sought;
use super::{FieldViews, Iter, Lookup, Record, Seq, Slice, SliceIter, View};
use crate::build::{Needs, Written};
use crate::layout::{Access, AnyAccess, Layout, RandomAccess};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, Keyed, Named, ShapeOf, SortedSequence, Struct, Style, begin_struct, enter};
use crate::wire::error::{Constructor, Names};

/// The canonical type of all maps with these keys and values, such as `BTreeMap<K, V>` and `HashMap<K, V>`. It has no
/// values.
pub enum Map<K, V> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<(K, V)>),
}

/// The canonical type of all sets with these elements, such as `BTreeSet<T>` and `HashSet<T>`. It has no values.
pub enum Set<T> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<T>),
}

/// An entry of a packed map: a key and a value, packed like a tuple. It has no values.
///
/// In [`Cbor`](crate::Cbor) an entry is two items, and every other value is one item. In that layout, therefore,
/// entries can occur only in maps.
///
/// ```compile_fail,E0080
/// use packed_data::view::Entry;
/// use packed_data::{Cbor, Packed};
///
/// _ = Packed::<(Entry<u8, u8>, u8), Cbor, _>::from_bytes(&[0x82, 1, 2, 3][..]);
/// ```
///
/// ```compile_fail,E0080
/// use packed_data::view::Entry;
/// use packed_data::{Cbor, Packed};
///
/// _ = Packed::<[Entry<u8, u8>; 1], Cbor, _>::from_bytes(&[0x81, 1, 2][..]);
/// ```
///
/// ```
/// use packed_data::view::Entry;
/// use packed_data::{Compact, Packed};
///
/// assert!(Packed::<(Entry<u8, u8>, u8), Compact, _>::from_bytes(&[1, 2, 3][..]).is_ok());
/// ```
pub enum Entry<K, V> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<(K, V)>),
}

impl<K, V> Named for Entry<K, V> {
    const NAMES: &'static Names =
        &Names { name: "Map", constructors: &[Constructor { name: "", fields: &["key", "value"] }] };
    const STYLE: Style = Style::Entry;
}

/// The fields of an entry: the key can only be read, the value can also be edited.
pub(super) type EntryFields<K, V> = (Frozen<K>, (V, ()));

impl<K: Packable, V: Packable> Packable for Entry<K, V> {
    type As = Self;
    type Shape = Struct<Self, EntryFields<K, V>>;
    type View<'a, L: Access> = (<L::Keys as AnyAccess>::Part<'a, K>, L::Part<'a, V>);

    #[inline]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        let Ok(fields) = Self::view_fields(view.parts());
        fields
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match *value {
            Self::Never(never, _) => match never {},
        }
    }
}

impl<K: Packable, V: Packable> Record for Entry<K, V> {
    type FieldList = EntryFields<K, V>;
    type ViewFields<'a, L: AnyAccess> = (<L::Keys as AnyAccess>::Part<'a, K>, L::Part<'a, V>);

    #[inline]
    fn view_fields<'a, L: AnyAccess>(
        parts: FieldViews<'a, EntryFields<K, V>, L>,
    ) -> Result<Self::ViewFields<'a, L>, L::Error> {
        let (key, value) = parts.next()?;
        Ok((key, value.last()?))
    }
}

// SAFETY: the key is the first field of an entry.
unsafe impl<K: Packable, V: Packable> Keyed for Entry<K, V> {
    type Key = ShapeOf<K>;

    unsafe fn key<L: Layout>(pos: L::Pos) -> L::Pos {
        // SAFETY: the caller promises an entry at `pos`, which is stored as these fields.
        unsafe { enter::<Frozen<K>, (V, ()), L>(begin_struct::<ShapeOf<Self>, (Frozen<K>, (V, ())), L>(pos)) }
    }
}

// SAFETY: an element of a set is its own key.
unsafe impl<T: Packable> Keyed for Frozen<T> {
    type Key = ShapeOf<T>;

    unsafe fn key<L: Layout>(pos: L::Pos) -> L::Pos {
        pos
    }
}

impl<K: Packable, V: Packable> Packable for Map<K, V> {
    type As = Self;
    type Shape = SortedSequence<Entry<K, V>>;
    type View<'a, L: Access> = MapView<'a, K, V, L>;

    #[inline]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        MapView { entries: Seq::of(&view) }
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match *value {
            Self::Never(never, _) => match never {},
        }
    }
}

impl<T: Packable> Packable for Set<T> {
    type As = Self;
    type Shape = SortedSequence<Frozen<T>>;
    type View<'a, L: Access> = SetView<'a, T, L>;

    #[inline]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        SetView { elements: Seq::of(&view) }
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, _: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match *value {
            Self::Never(never, _) => match never {},
        }
    }
}

/// A packed map, its entries sorted by their keys.
///
/// In the CBOR layouts the entries are in the order in which they are stored, which may be any order:
/// [`Cbor`](crate::Cbor) writes them sorted by the bytes of their keys, and reads them in every order.
///
/// ```
/// use std::collections::BTreeMap;
///
/// use packed_data::{Indexed, Packed};
///
/// let ages = BTreeMap::from([("Ann".to_string(), 30u8), ("Bob".to_string(), 40)]);
/// let packed: Packed<BTreeMap<String, u8>, Indexed> = Packed::pack(&ages);
/// assert_eq!(packed.view().get("Bob"), Some(40));
/// assert_eq!(packed.view().iter().next(), Some(("Ann", 30)));
/// ```
pub struct MapView<'a, K: Packable, V: Packable, L: Access> {
    pub(super) entries: Seq<'a, Entry<K, V>, L>,
}

impl<K: Packable, V: Packable, L: Layout> Clone for MapView<'_, K, V, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<K: Packable, V: Packable, L: Layout> Copy for MapView<'_, K, V, L> {}

impl<'a, K: Packable, V: Packable, L: Access> MapView<'a, K, V, L> {
    /// Returns the entries, for reading them by their schema.
    pub(crate) fn as_entries(&self) -> &Seq<'a, Entry<K, V>, L> {
        &self.entries
    }

    /// Returns the number of entries. Takes as long as [`Seq::len`].
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns whether there are no entries. Takes constant time.
    pub fn is_empty(&self) -> bool {
        self.entries.is_empty()
    }

    /// Returns the entries as a sequence of pairs. In a map for editing only the values can be overwritten.
    pub fn into_entries(self) -> Seq<'a, Entry<K, V>, L> {
        self.entries
    }
}

impl<'a, K: Packable, V: Packable, L: Access> MapView<'a, K, V, L> {
    /// Returns the view of the whole map. A map for editing must not be used afterwards.
    pub(crate) fn whole(&self) -> View<'a, Map<K, V>, L> {
        // SAFETY: the entries are those of a map, since only the view of one makes a `MapView`.
        unsafe { self.entries.whole() }
    }
}

impl<'a, K: Packable, V: Packable, L: Layout> MapView<'a, K, V, L> {
    /// Returns the entries, in ascending order of their keys; in CBOR in the order in which they are stored.
    pub fn iter(&self) -> Iter<'a, Entry<K, V>, L> {
        self.entries.iter()
    }

    /// Returns the keys, in ascending order; in CBOR in the order in which they are stored.
    pub fn keys(&self) -> impl ExactSizeIterator<Item = K::View<'a, L>> + use<'a, K, V, L> {
        self.iter().map(|(key, _)| key)
    }

    /// Returns the values, in ascending order of their keys; in CBOR in the order in which they are stored.
    pub fn values(&self) -> impl ExactSizeIterator<Item = V::View<'a, L>> + use<'a, K, V, L> {
        self.iter().map(|(_, value)| value)
    }
}

impl<'a, K: Packable, V: Packable, L: Layout> MapView<'a, K, V, L> {
    /// Returns the value of `key`, found by binary search: a value of the type of the keys, or a borrowed form of it
    /// (see [`Lookup`]).
    ///
    /// ```
    /// use std::collections::BTreeMap;
    ///
    /// use packed_data::{Indexed, Packed};
    ///
    /// let seats = BTreeMap::from([(("Ann".to_string(), 1u8), 30u32), (("Bob".to_string(), 2), 40)]);
    /// let packed = Packed::<_, Indexed>::pack(&seats);
    /// assert_eq!(packed.view().get(&("Bob", 2)), Some(40));
    /// ```
    #[inline]
    pub fn get<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Option<V::View<'a, L>>
    where
        L: RandomAccess,
    {
        let index = self.search(key).ok()?;
        self.entries.get(index).map(|(_, value)| value)
    }

    /// Returns whether the map contains `key`.
    pub fn contains_key<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> bool
    where
        L: RandomAccess,
    {
        self.search(key).is_ok()
    }

    /// Returns the index of the entry with this key, or that at which it could be inserted.
    #[inline]
    fn search<Q: Lookup<K::As> + ?Sized>(&self, key: &Q) -> Result<usize, usize>
    where
        L: RandomAccess,
    {
        let sought = Sought::<Q, K::As, L>::new(key);
        Slice::of(self.entries).search(|entry| sought.compare(key_of(entry)))
    }

    /// Returns the value of the key for which `f` returns [`Ordering::Equal`], found by binary search. `f` returns how
    /// a key compares to the one that is sought.
    #[inline]
    pub fn get_by(&self, mut f: impl FnMut(K::View<'a, L>) -> Ordering) -> Option<V::View<'a, L>>
    where
        L: RandomAccess,
    {
        let index = self.entries.binary_search_by(|(key, _)| f(key)).ok()?;
        self.entries.get(index).map(|(_, value)| value)
    }

    /// Returns the entry with the least key. Takes constant time.
    pub fn first(&self) -> Option<(K::View<'a, L>, V::View<'a, L>)>
    where
        L: RandomAccess,
    {
        self.entries.first()
    }

    /// Returns the entry with the greatest key. Takes constant time.
    pub fn last(&self) -> Option<(K::View<'a, L>, V::View<'a, L>)>
    where
        L: RandomAccess,
    {
        self.entries.last()
    }

    /// Returns the entries whose keys are in `range`, in ascending order of their keys, from both ends. They are found
    /// by binary search.
    ///
    /// A range that begins after its end has no entries. (A `BTreeMap` panics there.) As with a `BTreeMap`, a range of
    /// `str` is a pair of [`Bound`]s; a range of `&str` is written as usual.
    ///
    /// ```
    /// use std::collections::BTreeMap;
    /// use std::ops::Bound;
    ///
    /// use packed_data::{Indexed, Packed};
    ///
    /// let ages = BTreeMap::from([("Ann".to_string(), 30u8), ("Bob".to_string(), 40), ("Cid".to_string(), 50)]);
    /// let packed = Packed::<_, Indexed>::pack(&ages);
    /// let from_b: Vec<_> = packed.view().range("B"..).collect();
    /// assert_eq!(from_b, [("Bob", 40), ("Cid", 50)]);
    ///
    /// let after_ann = (Bound::Excluded("Ann"), Bound::Unbounded);
    /// assert_eq!(packed.view().range::<str>(after_ann).next(), Some(("Bob", 40)));
    /// ```
    pub fn range<Q: Lookup<K::As> + ?Sized>(&self, range: impl RangeBounds<Q>) -> SliceIter<'a, Entry<K, V>, L>
    where
        L: RandomAccess,
    {
        in_range(self.entries, &range, key_of).iter()
    }
}

/// Returns the key of an entry.
#[inline]
fn key_of<'a, K: Packable, V: Packable, L: Layout>(entry: View<'a, Entry<K, V>, L>) -> View<'a, K::As, L> {
    // SAFETY: by V1 a valid entry is stored at the position of the view, so its key is too, and V1 holds for it.
    unsafe { View::new(Entry::<K, V>::key::<L>(entry.pos())) }
}

/// Returns the elements whose keys are in `range`.
fn in_range<'a, T, A, Q, L>(
    elements: Seq<'a, T, L>,
    range: &impl RangeBounds<Q>,
    key: impl Fn(View<'a, T::Of, T::Access<L>>) -> View<'a, A, L>,
) -> Slice<'a, T, L>
where
    T: Field,
    A: Packable<As = A> + ?Sized,
    Q: Lookup<A> + ?Sized,
    L: RandomAccess,
{
    let all = Slice::of(elements);
    // The number of elements before `bound`, to which one that is equal belongs if `equal` is `Less`.
    let before = |bound: &Q, equal: Ordering| {
        let sought = Sought::<Q, A, L>::new(bound);
        let order = |element| match sought.compare(key(element)) {
            Ordering::Equal => equal,
            order => order,
        };
        all.search(order).unwrap_or_else(|index| index)
    };
    let start = match range.start_bound() {
        Bound::Included(bound) => before(bound, Ordering::Greater),
        Bound::Excluded(bound) => before(bound, Ordering::Less),
        Bound::Unbounded => 0,
    };
    let end = match range.end_bound() {
        Bound::Included(bound) => before(bound, Ordering::Less),
        Bound::Excluded(bound) => before(bound, Ordering::Greater),
        Bound::Unbounded => all.len(),
    };
    all.slice(start..end.max(start))
}

impl<'a, K: Packable, V: Packable, L: Layout> IntoIterator for MapView<'a, K, V, L> {
    type Item = (K::View<'a, L>, V::View<'a, L>);
    type IntoIter = Iter<'a, Entry<K, V>, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}

/// A packed set, its elements sorted; in CBOR in the order in which they are stored, like the entries of a [`MapView`].
pub struct SetView<'a, T: Packable, L: Access> {
    pub(super) elements: Seq<'a, Frozen<T>, L>,
}

impl<T: Packable, L: Layout> Clone for SetView<'_, T, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<T: Packable, L: Layout> Copy for SetView<'_, T, L> {}

impl<'a, T: Packable, L: Access> SetView<'a, T, L> {
    /// Returns the elements, for reading them by their schema.
    pub(crate) fn as_elements(&self) -> &Seq<'a, Frozen<T>, L> {
        &self.elements
    }

    /// Returns the number of elements. Takes as long as [`Seq::len`].
    pub fn len(&self) -> usize {
        self.elements.len()
    }

    /// Returns whether there are no elements. Takes constant time.
    pub fn is_empty(&self) -> bool {
        self.elements.is_empty()
    }
}

impl<'a, T: Packable, L: Access> SetView<'a, T, L> {
    /// Returns the view of the whole set. A set for editing must not be used afterwards.
    pub(crate) fn whole(&self) -> View<'a, Set<T>, L> {
        // SAFETY: the elements are those of a set, since only the view of one makes a `SetView`.
        unsafe { self.elements.whole() }
    }
}

impl<'a, T: Packable, L: Layout> SetView<'a, T, L> {
    /// Returns the elements, in ascending order; in CBOR in the order in which they are stored.
    pub fn iter(&self) -> Iter<'a, Frozen<T>, L> {
        self.elements.iter()
    }
}

impl<'a, T: Packable, L: Layout> SetView<'a, T, L> {
    /// Returns whether the set contains `key`, found by binary search: a value of the type of the elements, or a
    /// borrowed form of it (see [`Lookup`]).
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use packed_data::{Indexed, Packed};
    ///
    /// let names = BTreeSet::from(["Ann".to_string(), "Bob".to_string()]);
    /// let packed = Packed::<_, Indexed>::pack(&names);
    /// assert!(packed.view().contains("Bob"));
    /// ```
    #[inline]
    pub fn contains<Q: Lookup<T::As> + ?Sized>(&self, key: &Q) -> bool
    where
        L: RandomAccess,
    {
        let sought = Sought::<Q, T::As, L>::new(key);
        Slice::of(self.elements).search(|element| sought.compare(element)).is_ok()
    }

    /// Returns the element for which `f` returns [`Ordering::Equal`], found by binary search. `f` returns how an
    /// element compares to the one that is sought.
    #[inline]
    pub fn get_by(&self, f: impl FnMut(T::View<'a, L>) -> Ordering) -> Option<T::View<'a, L>>
    where
        L: RandomAccess,
    {
        let index = self.elements.binary_search_by(f).ok()?;
        self.elements.get(index)
    }

    /// Returns the least element. Takes constant time.
    pub fn first(&self) -> Option<T::View<'a, L>>
    where
        L: RandomAccess,
    {
        self.elements.first()
    }

    /// Returns the greatest element. Takes constant time.
    pub fn last(&self) -> Option<T::View<'a, L>>
    where
        L: RandomAccess,
    {
        self.elements.last()
    }

    /// Returns the elements that are in `range`, in ascending order, from both ends. They are found by binary search.
    /// The range is as for [`MapView::range`].
    ///
    /// ```
    /// use std::collections::BTreeSet;
    ///
    /// use packed_data::{Indexed, Packed};
    ///
    /// let packed = Packed::<_, Indexed>::pack(&BTreeSet::from([1u16, 3, 5, 7]));
    /// assert_eq!(packed.view().range(2..=5).collect::<Vec<_>>(), [3, 5]);
    /// assert_eq!(packed.view().range(..5).next_back(), Some(3));
    /// ```
    pub fn range<Q: Lookup<T::As> + ?Sized>(&self, range: impl RangeBounds<Q>) -> SliceIter<'a, Frozen<T>, L>
    where
        L: RandomAccess,
    {
        in_range(self.elements, &range, |element| element).iter()
    }
}

impl<'a, T: Packable, L: Layout> IntoIterator for SetView<'a, T, L> {
    type Item = T::View<'a, L>;
    type IntoIter = Iter<'a, Frozen<T>, L>;

    fn into_iter(self) -> Self::IntoIter {
        self.iter()
    }
}
