//! Maps and sets, sorted by their packed keys, so that equal ones have equal bytes.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, BTreeSet};
use alloc::string::String;

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::ShapeOf;
use crate::view::{Entry, Map, MapView, Set, SetView, View};
use crate::wire::identity::erased_id;
use crate::wire::levels::{Levels, TooDeep};

/// Implements packing for maps, and unpacking them from their entries.
macro_rules! maps {
    ($($Map:ident<K, V $(, $S:ident)?>, ascends: $ascends:expr, begin: $begin:expr, unpack: $($unpack:tt)*);+ $(;)?) => {$(
        impl<K: Packable, V: Packable $(, $S)?> Packable for $Map<K, V $(, $S)?> {
            type As = Map<K, V>;
            type Shape = <Map<K, V> as Packable>::Shape;
            type View<'a, L: Access> = MapView<'a, K, V, L>;

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Map<K, V>, L>) -> Self::View<'a, L> {
                Map::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Map<K, V>, L>) -> Written<'v, 'id> {
                let ascends: fn() -> bool = $ascends;
                // SAFETY: `ascends` returns true only if the map is sorted by its keys, and the order of their type is
                // that of packed keys.
                let filled = unsafe {
                    needs.items_in_order(ascends(), value.iter(), |needs, (key, value)| {
                        needs.fields().put_as(key).put_as(value).done()
                    })
                };
                filled.into()
            }
        }

        impl<'a, K, V $(, $S)?> Unpack<'a> for $Map<K, V $(, $S)?>
        where
            K: Unpack<'a> + $($unpack)*,
            V: Unpack<'a>,
            $($S: core::hash::BuildHasher + Default,)?
        {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Map<K, V>, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                let levels = levels.elements::<Entry<K, V>>()?;
                let (begin, mut items): (fn(usize) -> Option<Self>, _) = ($begin, cursor.items());
                let Some(mut map) = begin(items.stated()) else {
                    let entries = cursor.try_collect(|entry| unpack_entry(entry, levels))?;
                    return Ok(entries.map(|entries| entries.into_iter().collect()));
                };
                while let Some((key, value)) = items.try_next(|entry| unpack_entry(entry, levels))? {
                    map.insert(key, value);
                }
                Ok(items.done(map))
            }
        }
    )+};
}

/// Unpacks an entry of a map.
#[cfg_attr(not(debug_assertions), inline(always))]
fn unpack_entry<'a, 'id, K: Unpack<'a>, V: Unpack<'a>, L: Layout>(
    entry: Cursor<'a, 'id, Entry<K, V>, L>,
    levels: Levels,
) -> Result<Done<'id, (K, V), L>, TooDeep> {
    let (key, fields) = entry.fields().unpack(levels)?;
    let (value, fields) = fields.unpack(levels)?;
    Ok(fields.done((key, value)))
}

/// Implements packing for sets, and unpacking them from their elements.
macro_rules! sets {
    ($($Set:ident<T $(, $S:ident)?>, ascends: $ascends:expr, begin: $begin:expr, unpack: $($unpack:tt)*);+ $(;)?) => {$(
        impl<T: Packable $(, $S)?> Packable for $Set<T $(, $S)?> {
            type As = Set<T>;
            type Shape = <Set<T> as Packable>::Shape;
            type View<'a, L: Access> = SetView<'a, T, L>;

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Set<T>, L>) -> Self::View<'a, L> {
                Set::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Set<T>, L>) -> Written<'v, 'id> {
                let ascends: fn() -> bool = $ascends;
                // SAFETY: `ascends` returns true only if the set is sorted, and the order of its elements is that of
                // packed keys.
                unsafe { needs.items_in_order(ascends(), value.iter(), |needs, element| needs.put_as(element)) }.into()
            }
        }

        impl<'a, T $(, $S)?> Unpack<'a> for $Set<T $(, $S)?>
        where
            T: Unpack<'a> + $($unpack)*,
            $($S: core::hash::BuildHasher + Default,)?
        {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Set<T>, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                let levels = levels.elements::<T>()?.key::<ShapeOf<T>>()?;
                let (begin, mut items): (fn(usize) -> Option<Self>, _) = ($begin, cursor.items());
                let Some(mut set) = begin(items.stated()) else {
                    let elements = cursor.try_collect(|element| T::unpack(element, levels))?;
                    return Ok(elements.map(|elements| elements.into_iter().collect()));
                };
                while let Some(element) = items.try_next(|element| T::unpack(element, levels))? {
                    set.insert(element);
                }
                Ok(items.done(set))
            }
        }
    )+};
}

maps!(BTreeMap<K, V>, ascends: is_ordered_alike::<K>, begin: ordered, unpack: Ord);
sets!(BTreeSet<T>, ascends: is_ordered_alike::<T>, begin: ordered, unpack: Ord);

/// The largest number of elements that are inserted one by one into an ordered map or set. For more of them the
/// standard library builds the nodes from a vector: a temporary, beside at least one node. (It offers nothing else that
/// builds a map from what is sorted already, and an insertion searches for its place. Measured on maps from `u32` to
/// `u32`, in instructions for each entry, inserted and collected: 457 and 744 with one entry, 199 and 233 with four,
/// 170 and 143 with eight, 245 and 127 with twenty, 436 and 87 with two thousand.)
const FEW: usize = 4;

/// Returns an empty map or set, if elements of this number (0 if they state none) are inserted one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn ordered<C: Default>(stated: usize) -> Option<C> {
    (1..=FEW).contains(&stated).then(C::default)
}

/// Returns whether the order of values of this type is known to be that of their packed forms. It is known for some
/// types of the standard library, because their `Ord` is.
///
/// (Measured on maps of up to 20 entries: checking whether the keys are sorted takes a twelfth of the time of packing.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_ordered_alike<T>() -> bool {
    macro_rules! is_one_of {
        ($($Known:ty),+) => { $(erased_id::<T>() == erased_id::<$Known>())||+ };
    }
    is_one_of!(String, &str, Box<str>, char, u8, u16, u32, u64, u128, i8, i16, i32, i64, i128)
}

#[cfg(feature = "std")]
mod hashed {
    use std::collections::{HashMap, HashSet};

    use super::*;

    maps!(HashMap<K, V, S>, ascends: || false, begin: |len| Some(Self::with_capacity_and_hasher(len, S::default())), unpack: Eq + core::hash::Hash);
    sets!(HashSet<T, S>, ascends: || false, begin: |len| Some(Self::with_capacity_and_hasher(len, S::default())), unpack: Eq + core::hash::Hash);
}
