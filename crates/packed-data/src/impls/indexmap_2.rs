//! The crate `indexmap`, version 2: its types keep the order of insertion. So a map is packed as a sequence of pairs, a
//! set as a sequence, and neither is sorted.

use core::hash::{BuildHasher, Hash};

use indexmap::{IndexMap, IndexSet};

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Seq, View};
use crate::wire::levels::{Levels, TooDeep};

/// The largest number of elements that are reserved. (A sequence may have the same key many times.)
const MOST_RESERVED: usize = 4096;

impl<K: Packable, V: Packable, S> Packable for IndexMap<K, V, S> {
    type As = [(K, V)];
    type Shape = <[(K, V)] as Packable>::Shape;
    type View<'a, L: Access> = Seq<'a, (K, V), L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, [(K, V)], L>) -> Self::View<'a, L> {
        <[(K, V)]>::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, [(K, V)], L>) -> Written<'v, 'id> {
        needs.items(value, |needs, (key, value)| needs.fields().put_as(key).put_as(value).done()).into()
    }
}

/// A packed sequence may contain a key twice. Then the map has it at its first position with its last value, as after
/// `collect`.
impl<'a, K, V, S> Unpack<'a> for IndexMap<K, V, S>
where
    K: Unpack<'a> + Eq + Hash,
    V: Unpack<'a>,
    S: BuildHasher + Default,
{
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, [(K, V)], L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        let levels = levels.elements::<(K, V)>()?;
        let mut items = cursor.items();
        let mut map = Self::with_capacity_and_hasher(items.stated().min(MOST_RESERVED), S::default());
        while let Some((key, value)) = items.try_next(|entry| <(K, V)>::unpack(entry, levels))? {
            map.insert(key, value);
        }
        Ok(items.done(map))
    }
}

impl<T: Packable, S> Packable for IndexSet<T, S> {
    type As = [T];
    type Shape = <[T] as Packable>::Shape;
    type View<'a, L: Access> = Seq<'a, T, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, [T], L>) -> Self::View<'a, L> {
        <[T]>::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, [T], L>) -> Written<'v, 'id> {
        needs.items(value, |needs, element| needs.put_as(element)).into()
    }
}

impl<'a, T, S> Unpack<'a> for IndexSet<T, S>
where
    T: Unpack<'a> + Eq + Hash,
    S: BuildHasher + Default,
{
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, [T], L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let levels = levels.elements::<T>()?;
        let mut items = cursor.items();
        let mut set = Self::with_capacity_and_hasher(items.stated().min(MOST_RESERVED), S::default());
        while let Some(element) = items.try_next(|element| T::unpack(element, levels))? {
            set.insert(element);
        }
        Ok(items.done(set))
    }
}
