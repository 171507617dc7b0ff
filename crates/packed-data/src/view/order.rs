//! Comparisons of views, with each other and with values in memory.
//!
//! The order is that of keys in maps (see [`Lookup`]): scalars by value, strings by bytes, constructors by tag, fields
//! and elements in order. Floats are in their total order, so that a NaN equals itself.

use core::cmp::Ordering;

use super::lookup::PackedKey;
use super::{Array, Entry, Lookup, Map, MapView, Scalars, Seq, Set, SetView, Slice, View};
use crate::layout::{Layout, RandomAccess};
use crate::packable::Packable;
use crate::shape::{Field, Frozen, ShapeOf, order, order_of_elements, order_of_keyed};
use crate::wire::scalar::Scalar;

/// By value, in the order of keys in maps, which is that of `#[derive(Ord)]`. Different bytes can be equal values where
/// a value has more than one encoding: in [`Cbor`](crate::Cbor), and in types with fields that may be absent, that are
/// not known, or that are [`Reserved`](crate::types::Reserved).
///
/// Takes time linear in the bytes, in bounded stack, and does not allocate, with one exception: the CBOR layouts accept
/// maps and sets with keys in any order. There, their sort keys are made (and sorted, if need be) in memory, and maps
/// that are not in order are copied once for each such map around them.
///
/// ```
/// use packed_data::{Indexed, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Shape {
///     Point,
///     Circle(u32),
/// }
///
/// let shapes = Packed::<_, Indexed>::pack(&vec![Shape::Circle(300), Shape::Circle(7), Shape::Point]);
/// let least = shapes.view().iter().min();
/// assert!(least == shapes.view().last());
/// assert!(least == shapes.view().get(2) && least < shapes.view().get(1));
/// ```
impl<T: Packable<As = T> + ?Sized, L: Layout> Ord for View<'_, T, L> {
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: by V1 a valid `T` in layout `L` is stored at each of the two positions.
        unsafe { order::<T::Shape, L>(self.pos(), other.pos()) }
    }
}

impl<T: Field, L: Layout> Ord for Seq<'_, T, L> {
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: by Q1 each of the two headers is that of a valid sequence of `T` in layout `L`.
        unsafe { order_of_elements::<ShapeOf<T>, L>(self.header, other.header) }
    }
}

impl<K: Packable, V: Packable, L: Layout> Ord for MapView<'_, K, V, L> {
    /// By the entries in the order of their keys, whatever the order in which they are stored. (In the CBOR layouts
    /// this allocates memory.)
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: by Q1 each of the two headers is that of the entries of a valid map in layout `L`.
        unsafe { order_of_keyed::<Entry<K, V>, L>(self.entries.header, other.entries.header) }
    }
}

impl<T: Packable, L: Layout> Ord for SetView<'_, T, L> {
    /// By the elements in ascending order, whatever the order in which they are stored. (In the CBOR layouts this
    /// allocates memory.)
    fn cmp(&self, other: &Self) -> Ordering {
        // SAFETY: by Q1 each of the two headers is that of the elements of a valid set in layout `L`.
        unsafe { order_of_keyed::<Frozen<T>, L>(self.elements.header, other.elements.header) }
    }
}

impl<T: Field, const N: usize, L: Layout> Ord for Array<'_, T, N, L> {
    /// Compares the elements that the iterators have not returned.
    fn cmp(&self, other: &Self) -> Ordering {
        let (mut left, mut right) = (*self, *other);
        loop {
            let order = match (left.next_root(), right.next_root()) {
                // SAFETY: by V1 a valid element is stored at each of the two positions.
                (Some(one), Some(other)) => unsafe { order::<ShapeOf<T>, L>(one.pos(), other.pos()) },
                (None, None) => return Ordering::Equal,
                (more, _) => return if more.is_some() { Ordering::Greater } else { Ordering::Less },
            };
            if order.is_ne() {
                return order;
            }
        }
    }
}

impl<T: Field, L: RandomAccess> Ord for Slice<'_, T, L> {
    fn cmp(&self, other: &Self) -> Ordering {
        let mut others = other.views();
        for one in self.views() {
            let Some(other) = others.next() else { return Ordering::Greater };
            // SAFETY: by V1 a valid element is stored at each of the two positions.
            let order = unsafe { order::<ShapeOf<T>, L>(one.pos(), other.pos()) };
            if order.is_ne() {
                return order;
            }
        }
        self.len().cmp(&other.len())
    }
}

impl<S: Scalar, L: Layout> Ord for Scalars<'_, S, L> {
    /// Compares the scalars by value, floats in their total order.
    fn cmp(&self, other: &Self) -> Ordering {
        self.iter().map(Total).cmp(other.iter().map(Total))
    }
}

/// A scalar in the total order of its type.
struct Total<S>(S);

impl<S: Scalar> Ord for Total<S> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.order(other.0)
    }
}

/// Implements equality and the partial order by the total one, for views that may differ in their lifetimes.
macro_rules! ordered {
    ($([$($parameters:tt)*] $View:ident<$($argument:ident),*>);+ $(;)?) => {$(
        impl<'b, $($parameters)*> PartialEq<$View<'b, $($argument),*>> for $View<'_, $($argument),*> {
            fn eq(&self, other: &$View<'b, $($argument),*>) -> bool {
                self.cmp(other).is_eq()
            }
        }

        impl<$($parameters)*> Eq for $View<'_, $($argument),*> {}

        impl<'b, $($parameters)*> PartialOrd<$View<'b, $($argument),*>> for $View<'_, $($argument),*> {
            fn partial_cmp(&self, other: &$View<'b, $($argument),*>) -> Option<Ordering> {
                Some(self.cmp(other))
            }
        }
    )+};
}

ordered! {
    [T: Packable<As = T> + ?Sized, L: Layout] View<T, L>;
    [T: Field, L: Layout] Seq<T, L>;
    [T: Field, L: RandomAccess] Slice<T, L>;
    [K: Packable, V: Packable, L: Layout] MapView<K, V, L>;
    [T: Packable, L: Layout] SetView<T, L>;
    [T: Field, const N: usize, L: Layout] Array<T, N, L>;
    [S: Scalar, L: Layout] Scalars<S, L>;
}

impl<S: Scalar> PartialEq for Total<S> {
    fn eq(&self, other: &Self) -> bool {
        self.cmp(other).is_eq()
    }
}

impl<S: Scalar> Eq for Total<S> {}

impl<S: Scalar> PartialOrd for Total<S> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

/// A view equals a value of its type that has the same packed form. The value is packed for that (see [`Lookup`]).
///
/// ```
/// use packed_data::{Compact, Packable, Packed};
///
/// #[derive(Packable)]
/// struct Point {
///     x: i32,
///     y: i32,
/// }
///
/// let packed = Packed::<Point>::pack(&Point { x: 1, y: 2 });
/// assert!(packed.view() == Point { x: 1, y: 2 });
/// assert!(packed.view() != Point { x: 1, y: 3 });
/// ```
impl<T: Lookup<T> + Packable<As = T>, L: Layout> PartialEq<T> for View<'_, T, L> {
    fn eq(&self, other: &T) -> bool {
        other.compare(*self).is_eq()
    }
}

impl<T: Packable, L: Layout> Seq<'_, T, L> {
    /// Returns whether the elements equal `values`. Elements that cannot be compared in memory are packed, all of them
    /// into one buffer.
    fn equals<Q: Lookup<T::As>>(&self, values: &[Q]) -> bool {
        if !Q::IN_MEMORY {
            let packed = PackedKey::<[T], L>::of(values);
            return *self == Seq::of(&packed.view());
        }
        order_in_memory(*self, values.iter()).is_eq()
    }
}

impl<T: Packable, Q: Lookup<T::As>, L: RandomAccess> PartialEq<[Q]> for Slice<'_, T, L> {
    fn eq(&self, other: &[Q]) -> bool {
        let values_equal = || {
            let packed = PackedKey::<[T], L>::of(other);
            Slice::of(Seq::of(&packed.view())) == *self
        };
        self.len() == other.len() && values_equal()
    }
}

impl<T: Packable, Q: Lookup<T::As>, L: RandomAccess> PartialEq<&[Q]> for Slice<'_, T, L> {
    fn eq(&self, other: &&[Q]) -> bool {
        *self == **other
    }
}

/// Returns the order of a packed sequence and of values in memory, one by one.
pub(crate) fn order_in_memory<'q, T: Packable, Q: Lookup<T::As> + 'q, L: Layout>(
    seq: Seq<'_, T, L>,
    mut values: impl Iterator<Item = &'q Q>,
) -> Ordering {
    let mut elements = seq.iter();
    loop {
        let order = match (elements.next_root(), values.next()) {
            (Some(element), Some(value)) => value.compare(element),
            (None, None) => return Ordering::Equal,
            (more, _) => return if more.is_some() { Ordering::Greater } else { Ordering::Less },
        };
        if order.is_ne() {
            return order;
        }
    }
}

/// Returns the order of a packed array and of values in memory.
pub(crate) fn order_of_array<T: Packable, Q: Lookup<T::As>, const N: usize, L: Layout>(
    mut array: Array<'_, T, N, L>,
    values: &[Q; N],
) -> Ordering {
    let skipped = N - array.len();
    for value in &values[skipped..] {
        let Some(element) = array.next_root() else { unreachable!("the array has as many elements left") };
        let order = value.compare(element);
        if order.is_ne() {
            return order;
        }
    }
    Ordering::Equal
}

/// Implements the comparison of a sequence with values in memory, in both directions.
macro_rules! sequences {
    ($([$($parameters:tt)*] $Values:ty);+ $(;)?) => {$(
        impl<T: Packable, Q: Lookup<T::As>, L: Layout, $($parameters)*> PartialEq<$Values> for Seq<'_, T, L> {
            fn eq(&self, other: &$Values) -> bool {
                self.equals::<Q>(&other[..])
            }
        }

        impl<T: Packable, Q: Lookup<T::As>, L: Layout, $($parameters)*> PartialEq<Seq<'_, T, L>> for $Values {
            fn eq(&self, other: &Seq<'_, T, L>) -> bool {
                other.equals::<Q>(&self[..])
            }
        }
    )+};
}

sequences! {
    [] [Q];
    [] &[Q];
    [] alloc::vec::Vec<Q>;
    [] alloc::boxed::Box<[Q]>;
    [const N: usize] [Q; N];
    [const N: usize] &[Q; N];
}

impl<T: Packable, Q: Lookup<T::As>, const N: usize, L: Layout> PartialEq<[Q; N]> for Array<'_, T, N, L> {
    /// Compares all elements; an array of which the iterator has returned some equals none.
    fn eq(&self, other: &[Q; N]) -> bool {
        self.len() == N && order_of_array(*self, other).is_eq()
    }
}

/// Implements the comparison of scalars with values in memory.
macro_rules! scalars {
    ($([$($parameters:tt)*] $Values:ty);+ $(;)?) => {$(
        impl<S: Scalar, L: Layout, $($parameters)*> PartialEq<$Values> for Scalars<'_, S, L> {
            fn eq(&self, other: &$Values) -> bool {
                self.len() == other.len() && self.iter().zip(other.iter()).all(|(one, other)| one.order(*other).is_eq())
            }
        }
    )+};
}

scalars! {
    [] [S];
    [] &[S];
    [] alloc::vec::Vec<S>;
    [const N: usize] [S; N];
    [const N: usize] &[S; N];
}

/// A map equals a map in memory that has the same packed form. The map in memory is packed for that (see [`Lookup`]).
///
/// ```
/// use std::collections::{BTreeMap, HashMap};
///
/// use packed_data::{Indexed, Packed};
///
/// let ages = BTreeMap::from([("Ann".to_string(), 30u8)]);
/// let packed = Packed::<_, Indexed>::pack(&ages);
/// assert!(packed.view() == ages);
/// assert!(packed.view() == ages.into_iter().collect::<HashMap<_, _>>());
/// ```
impl<K: Packable, V: Packable, M: Lookup<Map<K, V>>, L: Layout> PartialEq<M> for MapView<'_, K, V, L> {
    fn eq(&self, other: &M) -> bool {
        let packed = PackedKey::<Map<K, V>, L>::of(other);
        *self == <Map<K, V> as Packable>::view(packed.view())
    }
}

/// A set equals a set in memory that has the same packed form. The set in memory is packed for that (see [`Lookup`]).
impl<T: Packable, M: Lookup<Set<T>>, L: Layout> PartialEq<M> for SetView<'_, T, L> {
    fn eq(&self, other: &M) -> bool {
        let packed = PackedKey::<Set<T>, L>::of(other);
        *self == <Set<T> as Packable>::view(packed.view())
    }
}
