//! The crate `smallvec`, version 1: a `SmallVec<[T; N]>` is packed as a `Vec<T>`.

use alloc::vec::Vec;

use smallvec::{Array, SmallVec};

use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Seq, View};
use crate::wire::levels::{Levels, TooDeep};

impl<A: Array<Item: Packable>> Packable for SmallVec<A> {
    type As = [A::Item];
    type Shape = <[A::Item] as Packable>::Shape;
    type View<'a, L: Access> = Seq<'a, A::Item, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, [A::Item], L>) -> Self::View<'a, L> {
        <[A::Item]>::view(view)
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, [A::Item], L>) -> Written<'v, 'id> {
        Packable::write(value.as_slice(), needs)
    }
}

impl<'a, A: Array<Item: Unpack<'a>>> Unpack<'a> for SmallVec<A> {
    /// Allocates nothing if the elements fit into the inline storage.
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, [A::Item], L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        let (mut small, mut items) = (Self::new(), cursor.items());
        // (`len` is not called: for a sequence without a count it walks over the elements, again at each level of
        // nesting.)
        if items.stated() > small.inline_size() {
            return Ok(Vec::unpack(cursor, levels)?.map(SmallVec::from_vec));
        }
        let levels = levels.elements::<A::Item>()?;
        while let Some(element) = items.try_next(|element| A::Item::unpack(element, levels))? {
            small.push(element);
        }
        Ok(items.done(small))
    }
}
