//! Types that take no bytes (`()` and `PhantomData`), and arrays.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;

use crate::build::{Needs, Written};
use crate::cursor::incoming::{Incoming, is_taken_apart};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Named, Repeat, Struct, Style, block_stack};
use crate::view::{Array, View};
use crate::wire::checker::Failed;
use crate::wire::error::{Constructor, Names};
use crate::wire::fill::array;
use crate::wire::levels::{Levels, TooDeep};

impl Named for () {
    const NAMES: &'static Names = &Names { name: "()", constructors: &[Constructor { name: "", fields: &[] }] };
    const STYLE: Style = Style::Tuple;
}

/// Implements packing for a type with one value, which takes no bytes.
macro_rules! units {
    ($(($($T:ident)?) $Unit:ty, $value:expr);+ $(;)?) => {$(
        impl$(<$T: ?Sized>)? Packable for $Unit {
            type As = ();
            type Shape = Struct<(), ()>;
            type View<'a, L: Access> = ();

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(_: View<'a, (), L>) {}

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, (), L>) -> Written<'v, 'id> {
                needs.fields().done().into()
            }
        }

        impl<'a $(, $T: ?Sized)?> Unpack<'a> for $Unit {
            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, (), L>,
                _: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(cursor.fields().done($value))
            }
        }
    )+};
}

units! {
    () (), ();
    (T) PhantomData<T>, PhantomData;
}

impl<T: Packable, const N: usize> Packable for [T; N] {
    type As = [T; N];
    type Shape = Repeat<T, N>;
    type View<'a, L: Access> = Array<'a, T, N, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        Array::of(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        needs.array(|needs, index| needs.put_as(&value[index])).into()
    }
}

impl<'a, T: Unpack<'a>, const N: usize> Unpack<'a> for [T; N] {
    // (Large elements are charged, which may be an error.)
    const IS_FLAT: bool = T::IS_FLAT && block_stack::<T>() == 0;

    #[inline]
    fn unpack_flat<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>) -> Done<'id, Self, L> {
        let mut elements = cursor.elements();
        let next = || elements.try_next(|element| Ok::<_, Infallible>(T::unpack_flat(element)));
        let Ok(values) = array(next);
        elements.done(values.unwrap_or_else(|| unreachable!("the array has N elements")))
    }

    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        let levels = levels.elements::<T>()?;
        let mut elements = cursor.elements();
        let values = array(|| elements.try_next(|element| T::unpack(element, levels)))?;
        Ok(elements.done(values.unwrap_or_else(|| unreachable!("the array has N elements"))))
    }

    fn unpack_incoming<L: Layout>(mut incoming: Incoming<'_, '_, 'a, L>, levels: Levels) -> Result<Self, Failed> {
        if const { !is_taken_apart::<T, L>() } {
            return incoming.whole(levels);
        }
        let levels = incoming.limited(levels.elements::<T>())?;
        let values = array(|| T::unpack_incoming(incoming.by_ref(), levels).map(Some))?;
        Ok(values.unwrap_or_else(|| unreachable!("there are N elements")))
    }

    fn unpack_boxed<'id, L: Layout>(
        cursor: Cursor<'a, 'id, Self, L>,
        levels: Levels,
    ) -> Result<Done<'id, Box<Self>, L>, TooDeep> {
        // (The array is built in place: whatever its size, only one element at a time is on the stack.)
        let levels = levels.elements::<T>()?;
        let mut elements = cursor.elements();
        let mut values = Vec::with_capacity(N);
        while let Some(value) = elements.try_next(|element| T::unpack(element, levels))? {
            values.push(value);
        }
        let array = values.into_boxed_slice().try_into();
        Ok(elements.done(array.unwrap_or_else(|_| unreachable!("the array has N elements"))))
    }
}
