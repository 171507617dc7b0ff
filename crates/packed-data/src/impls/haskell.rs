//! Haskell's `Vector`, which some libraries write differently from a list.

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::haskell::Vector;
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Sequence;
use crate::view::{Seq, View};
use crate::wire::levels::{Levels, TooDeep};

impl<T: Packable> Packable for Vector<T> {
    type As = Self;
    type Shape = Sequence<T, true>;
    type View<'a, L: Access> = Seq<'a, T, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Seq<'a, T, L> {
        Seq::of(&view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        T::write_all(&value.0, needs.slice_items(value.0.len())).done().into()
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Vector<T> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let levels = levels.elements::<T>()?;
        Ok(cursor.try_collect(|item| T::unpack(item, levels))?.map(Self))
    }
}
