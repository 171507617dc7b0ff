//! Pointers, which vanish: `Box`, references, `Rc`, `Arc`, `Cow` and `String` are packed as what they point to.

use alloc::borrow::{Cow, ToOwned};
use alloc::boxed::Box;
use alloc::rc::Rc;
use alloc::string::String;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::lookup::lookup_as;
use crate::build::{Needs, Written};
use crate::cursor::incoming::{Incoming, is_taken_apart};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Schema;
use crate::view::{Lookup, Read, ReadDefault, View};
use crate::wire::checker::Failed;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::stack::SMALL_ARRAY;
use crate::wire::steps;

/// Implements packing and lookup for a pointer to `T`.
macro_rules! pointers {
    ($($Pointer:ty: $T:ident $(: $Bound:ident)?),+ $(,)?) => {$(
        impl<$T: Packable + ?Sized $(+ $Bound)?> Packable for $Pointer {
            type As = $T::As;
            type Shape = $T::Shape;
            type View<'a, L: Access> = $T::View<'a, L>;

            fn packed_schema() -> &'static Schema {
                $T::packed_schema()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, $T::As, L>) -> Self::View<'a, L> {
                $T::view(view)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, $T::As, L>) -> Written<'v, 'id> {
                $T::write(value, needs)
            }
        }

        impl<$T: Lookup<A> + ?Sized $(+ $Bound)?, A: Packable<As = A> + ?Sized> Lookup<A> for $Pointer {
            lookup_as!(A, |pointer| **pointer, $T);
        }
    )+};
}

pointers!(&T: T, &mut T: T, Box<T>: T, Rc<T>: T, Arc<T>: T, Cow<'_, T>: T: ToOwned);

/// Returns an owned copy of a string.
fn owned<'a, S: From<&'a str>>(text: &'a str) -> S {
    steps::count_bytes(text.len());
    S::from(text)
}

/// Implements unpacking for a pointer that owns a `T`.
macro_rules! owning {
    ($($Pointer:ident: |$cursor:ident, $levels:ident| $unpack:expr);+ $(;)?) => {$(
        impl<'a, T: Unpack<'a>> Unpack<'a> for $Pointer<T> {
            #[inline]
            fn unpack<'id, L: Layout>(
                $cursor: Cursor<'a, 'id, T::As, L>,
                $levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                $unpack
            }

            #[inline]
            fn unpack_incoming<L: Layout>(incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
                if const { size_of::<T>() > SMALL_ARRAY || !is_taken_apart::<T, L>() } {
                    return incoming.whole(levels);
                }
                match T::unpack_incoming(incoming, levels) {
                    Ok(value) => Ok($Pointer::new(value)),
                    Err(failed) => Err(failed),
                }
            }
        }

        impl<'a> Unpack<'a> for $Pointer<str> {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, str, L>,
                _: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(cursor.read().map(owned))
            }
        }

        impl<'a, T: Unpack<'a>> Unpack<'a> for $Pointer<[T]> {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, [T], L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(<Vec<T> as Unpack<'a>>::unpack(cursor, levels)?.map($Pointer::from))
            }

            fn unpack_incoming<L: Layout>(incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
                Ok($Pointer::from(Vec::unpack_incoming(incoming, levels)?))
            }
        }
    )+};
}

owning! {
    Box: |cursor, levels| T::unpack_boxed(cursor, levels);
    Rc: |cursor, levels| if const { size_of::<T>() <= SMALL_ARRAY } {
        Ok(T::unpack(cursor, levels)?.map(Rc::new))
    } else {
        Ok(T::unpack_boxed(cursor, levels)?.map(Rc::from))
    };
    Arc: |cursor, levels| if const { size_of::<T>() <= SMALL_ARRAY } {
        Ok(T::unpack(cursor, levels)?.map(Arc::new))
    } else {
        Ok(T::unpack_boxed(cursor, levels)?.map(Arc::from))
    };
}

impl<'a> Unpack<'a> for &'a str {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, str, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read())
    }
}

impl<'a> Unpack<'a> for &'a [u8] {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, [u8], L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(|bytes| bytes.as_bytes()))
    }
}

impl<'a> Unpack<'a> for Cow<'a, str> {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, str, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(Cow::Borrowed))
    }
}

impl<'a, T> Unpack<'a> for Cow<'_, [T]>
where
    [T]: ToOwned<Owned = Vec<T>>,
    T: Unpack<'a>,
{
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, [T], L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(<Vec<T> as Unpack<'a>>::unpack(cursor, levels)?.map(Cow::Owned))
    }
}

impl<'a, T> Unpack<'a> for Cow<'_, T>
where
    T: ToOwned + Packable,
    T::Owned: Unpack<'a, As = T::As>,
{
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, T::As, L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(<T::Owned as Unpack<'a>>::unpack(cursor, levels)?.map(Cow::Owned))
    }
}

impl Packable for String {
    type As = str;
    type Shape = <str as Packable>::Shape;
    type View<'a, L: Access> = &'a str;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, str, L>) -> &'a str {
        <str as Packable>::view(view)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, str, L>) -> Written<'v, 'id> {
        str::write(value, needs)
    }
}

impl<'a> Unpack<'a> for String {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, str, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.read().map(owned))
    }
}

impl Lookup<str> for String {
    lookup_as!(str, |string| *string.as_str(), str);
}

/// Implements [`ReadDefault`] for strings.
macro_rules! empty_by_default {
    ($($Text:ty),+) => {$(
        impl ReadDefault for $Text {
            #[inline]
            fn absent<'a, L: Layout>() -> <Self::As as Read>::Value<'a, L> {
                ""
            }
        }
    )+};
}

empty_by_default!(String, Box<str>, Rc<str>, Arc<str>, &str, Cow<'_, str>);
