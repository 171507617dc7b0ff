//! Wrappers, which are transparent: `Wrapping`, `Saturating` and `Reverse` are packed as what they contain.

use core::cmp::Reverse;
use core::num::{Saturating, Wrapping};

use super::lookup::lookup_as;
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Schema;
use crate::view::{Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a struct with one public field `T`.
macro_rules! wrappers {
    ($($Wrapper:ident),+ $(,)?) => {$(
        impl<T: Packable> Packable for $Wrapper<T> {
            type As = T::As;
            type Shape = T::Shape;
            type View<'a, L: Access> = T::View<'a, L>;

            fn packed_schema() -> &'static Schema {
                T::packed_schema()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, T::As, L>) -> Self::View<'a, L> {
                T::view(view)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, T::As, L>) -> Written<'v, 'id> {
                T::write(&value.0, needs)
            }
        }

        impl<'a, T: Unpack<'a>> Unpack<'a> for $Wrapper<T> {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, T::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(T::unpack(cursor, levels)?.map($Wrapper))
            }
        }

        impl<T: Lookup<A>, A: Packable<As = A> + ?Sized> Lookup<A> for $Wrapper<T> {
            lookup_as!(A, |wrapper| wrapper.0, T);
        }
    )+};
}

// (Keys in a `Reverse` are sorted like the keys inside it: the order of packed keys does not depend on `Ord`.)
wrappers!(Wrapping, Saturating, Reverse);
