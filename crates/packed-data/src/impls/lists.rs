//! Linked lists, which are packed as sequences.

use alloc::collections::LinkedList;

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Seq, View};
use crate::wire::levels::{Levels, TooDeep};

impl<T: Packable> Packable for LinkedList<T> {
    type As = [T];
    type Shape = <[T] as Packable>::Shape;
    type View<'a, L: Access> = Seq<'a, T, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, [T], L>) -> Seq<'a, T, L> {
        <[T]>::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, [T], L>) -> Written<'v, 'id> {
        needs.items(value, |needs, element| needs.put_as(element)).into()
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for LinkedList<T> {
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, [T], L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let levels = levels.elements::<T>()?;
        let (mut list, mut items) = (Self::new(), cursor.items());
        while let Some(element) = items.try_next(|element| T::unpack(element, levels))? {
            list.push_back(element);
        }
        Ok(items.done(list))
    }
}
