//! Adapters for the values in containers: `Vec<C>` packs each value of a `Vec<T>` with `C`.
//!
//! A `With<Vec<T>, Vec<C>>` is packed as the sequence of its values, a `With<T, C>` each, and viewed as that sequence.
//! So it is with arrays, options, tuples and maps, however they nest. (No other crate can implement [`PackWith`] for
//! these types, because all of their parts are of the standard library; so the implementations here and that for
//! adapters do not overlap. A `Box` is different, and has an adapter.)

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::vec::Vec;

use super::{PackWith, With};
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::Schema;
use crate::view::{Map, MapView, View};
use crate::wire::levels::{Levels, TooDeep};

/// In place of the adapter of a part that needs none: in a tuple, or the keys of a map whose values have one. (For keys
/// that need an adapter, use [`With<K, C>`](With) as their type.) The type of that part is [`Packable`] and [`Unpack`],
/// and borrows nothing.
///
/// ```
/// use std::collections::BTreeMap;
/// use std::time::Duration;
///
/// use packed_data::with::Unchanged;
/// use packed_data::{Packable, Packed};
/// # use packed_data::with::PackWith;
/// # enum Secs {}
/// # impl PackWith<Duration> for Secs {
/// #     const NAME: &'static str = "seconds";
/// #     type As = u64;
/// #     type Value<'v> = u64;
/// #     fn pack(value: &Duration) -> Result<u64, &'static str> { Ok(value.as_secs()) }
/// #     fn unpack(seconds: u64) -> Result<Duration, &'static str> { Ok(Duration::from_secs(seconds)) }
/// # }
///
/// #[derive(Debug, PartialEq, Packable)]
/// struct Timeouts {
///     #[packable(with = BTreeMap<Unchanged, Secs>)]
///     by_host: BTreeMap<String, Duration>,
/// }
///
/// let timeouts = Timeouts { by_host: BTreeMap::from([("example.org".into(), Duration::from_secs(30))]) };
/// assert_eq!(Packed::<Timeouts>::pack(&timeouts).unpack(), Ok(timeouts));
/// ```
#[derive(Debug)]
pub enum Unchanged {}

/// What an adapter for a container packs, and what it unpacks: two types with the same packed form.
#[derive(Debug)]
pub enum Both<P, U> {
    /// What is packed; it may borrow from the container.
    Packed(P),
    /// What was unpacked.
    Unpacked(U),
}

impl<P, U> Both<P, U> {
    fn unpacked(self) -> Result<U, &'static str> {
        match self {
            Self::Unpacked(value) => Ok(value),
            Self::Packed(_) => Err("the value was not unpacked"),
        }
    }
}

impl<P: Packable, U: Packable<As = P::As>> Packable for Both<P, U> {
    type As = P::As;
    type Shape = P::Shape;
    type View<'a, L: Access> = P::View<'a, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, P::As, L>) -> Self::View<'a, L> {
        P::view(view)
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, P::As, L>) -> Written<'v, 'id> {
        match value {
            Self::Packed(value) => P::write(value, needs),
            Self::Unpacked(value) => U::write(value, needs),
        }
    }
}

impl<'a, P: Packable, U: Unpack<'a, As = P::As>> Unpack<'a> for Both<P, U> {
    #[inline]
    fn unpack<'id, L: Layout>(
        cursor: Cursor<'a, 'id, P::As, L>,
        levels: Levels,
    ) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(U::unpack(cursor, levels)?.map(Self::Unpacked))
    }
}

impl<T: 'static, C: PackWith<T>> PackWith<Box<T>> for Box<C> {
    const NAME: &'static str = "";
    const REFUSES: bool = false;
    type As = With<T, C>;
    type Value<'v> = Both<&'v With<T, C>, With<T, C>>;

    fn pack(value: &Box<T>) -> Result<Self::Value<'_>, &'static str> {
        Ok(Both::Packed(With::from_ref(value)))
    }

    fn unpack(value: Self::Value<'_>) -> Result<Box<T>, &'static str> {
        Ok(Box::new(value.unpacked()?.into_inner()))
    }
}

/// Packs a value as itself.
#[diagnostic::do_not_recommend]
impl<T: Packable + for<'a> Unpack<'a> + 'static> PackWith<T> for Unchanged {
    const NAME: &'static str = "";
    const REFUSES: bool = false;
    type As = T::As;
    type Value<'v> = Both<&'v T, T>;

    fn pack(value: &T) -> Result<Self::Value<'_>, &'static str> {
        Ok(Both::Packed(value))
    }

    fn unpack(value: Self::Value<'_>) -> Result<T, &'static str> {
        value.unpacked()
    }
}

/// Implements packing for a container with adapters: it is packed as the container `$Packed` is.
macro_rules! containers {
    ($([$($parameters:tt)*] $Container:ty, $Adapter:ty as $Packed:ty where [$($bound:tt)*] unpack [$($unpack:tt)*]:
        |$value:ident, $needs:ident| $write:expr, |$packed:pat_param| $from:expr);+ $(;)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($parameters)*> Packable for With<$Container, $Adapter>
        where
            $($bound)*
        {
            type As = <$Packed as Packable>::As;
            type Shape = <$Packed as Packable>::Shape;
            type View<'a, L: Access> = <$Packed as Packable>::View<'a, L>;

            fn packed_schema() -> &'static Schema {
                <$Packed as Packable>::packed_schema()
            }

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
                <$Packed as Packable>::view(view)
            }

            #[inline]
            fn write<'v, 'id, L: Layout>(value: &'v Self, $needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
                let $value = &**value;
                $write
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, $($parameters)*> Unpack<'a> for With<$Container, $Adapter>
        where
            $($bound)* $($unpack)*
        {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(<$Packed as Unpack<'a>>::unpack(cursor, levels)?.map(|$packed| With::new($from)))
            }
        }
    )+};
}

containers! {
    [T, C] Vec<T>, Vec<C> as Vec<With<T, C>> where [With<T, C>: Packable] unpack [+ Unpack<'a>]:
        |values, needs| <[With<T, C>]>::write(With::from_slice(values), needs),
        |values| values.into_iter().map(With::into_inner).collect();
    [T, C] VecDeque<T>, VecDeque<C> as VecDeque<With<T, C>> where [With<T, C>: Packable] unpack [+ Unpack<'a>]:
        |values, needs| needs.items(values, |needs, value| needs.put_as(With::<T, C>::from_ref(value))).into(),
        |values| values.into_iter().map(With::into_inner).collect();
    [T, C] Box<[T]>, Vec<C> as Box<[With<T, C>]> where [With<T, C>: Packable] unpack [+ Unpack<'a>]:
        |values, needs| <[With<T, C>]>::write(With::from_slice(values), needs),
        |values| values.into_iter().map(With::into_inner).collect();
    [T, C, const N: usize] [T; N], [C; N] as [With<T, C>; N] where [With<T, C>: Packable] unpack [+ Unpack<'a>]:
        |values, needs| needs.array(|needs, index| needs.put_as(With::<T, C>::from_ref(&values[index]))).into(),
        |values| values.map(With::into_inner);
    [T, C] Option<T>, Option<C> as Option<With<T, C>> where [With<T, C>: Packable] unpack [+ Unpack<'a>]:
        |value, needs| match value {
            None => needs.start_none().done().into(),
            Some(value) => needs.start_some().put_last(With::<T, C>::from_ref(value)),
        },
        |value| value.map(With::into_inner);
}

/// Implements packing for a tuple with adapters.
macro_rules! tuples {
    ($($($T:ident $C:ident $t:ident)+;)+) => {$(
        #[diagnostic::do_not_recommend]
        impl<$($T, $C),+> Packable for With<($($T,)+), ($($C,)+)>
        where
            $(With<$T, $C>: Packable,)+
        {
            type As = ($(With<$T, $C>,)+);
            type Shape = <($(With<$T, $C>,)+) as Packable>::Shape;
            type View<'a, L: Access> = <($(With<$T, $C>,)+) as Packable>::View<'a, L>;

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
                <($(With<$T, $C>,)+)>::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
                let ($($t,)+) = &**value;
                needs.fields()$(.put_as(With::<$T, $C>::from_ref($t)))+.done().into()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, $($T, $C),+> Unpack<'a> for With<($($T,)+), ($($C,)+)>
        where
            $(With<$T, $C>: Unpack<'a>,)+
        {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                let done = <($(With<$T, $C>,)+) as Unpack<'a>>::unpack(cursor, levels)?;
                Ok(done.map(|($($t,)+)| With::new(($($t.into_inner(),)+))))
            }
        }
    )+};
}

tuples! {
    T0 C0 v0;
    T0 C0 v0 T1 C1 v1;
    T0 C0 v0 T1 C1 v1 T2 C2 v2;
    T0 C0 v0 T1 C1 v1 T2 C2 v2 T3 C3 v3;
    T0 C0 v0 T1 C1 v1 T2 C2 v2 T3 C3 v3 T4 C4 v4;
    T0 C0 v0 T1 C1 v1 T2 C2 v2 T3 C3 v3 T4 C4 v4 T5 C5 v5;
}

/// Implements packing for a map whose values have an adapter; its keys are packed as themselves.
macro_rules! maps {
    ($($Map:ident<K, V $(, $S:ident)?>: $($key:ident)|+);+ $(;)?) => {$(
        #[diagnostic::do_not_recommend]
        impl<K: Packable, V, C $(, $S)?> Packable for With<$Map<K, V $(, $S)?>, $Map<Unchanged, C>>
        where
            With<V, C>: Packable,
        {
            type As = Map<K, With<V, C>>;
            type Shape = <Map<K, With<V, C>> as Packable>::Shape;
            type View<'a, L: Access> = MapView<'a, K, With<V, C>, L>;

            #[inline]
            fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
                Map::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
                needs
                    .items(&**value, |needs, (key, value)| {
                        needs.fields().put_as(key).put_as(With::<V, C>::from_ref(value)).done()
                    })
                    .into()
            }
        }

        #[diagnostic::do_not_recommend]
        impl<'a, K: Unpack<'a> $(+ $key)+, V, C $(, $S)?> Unpack<'a> for With<$Map<K, V $(, $S)?>, $Map<Unchanged, C>>
        where
            With<V, C>: Unpack<'a>,
            $($S: core::hash::BuildHasher + Default,)?
        {
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                let done = <$Map<K, With<V, C> $(, $S)?> as Unpack<'a>>::unpack(cursor, levels)?;
                Ok(done.map(|map| {
                    With::new(map.into_iter().map(|(key, value)| (key, value.into_inner())).collect())
                }))
            }
        }
    )+};
}

maps!(BTreeMap<K, V>: Ord);

#[cfg(feature = "std")]
mod hashed {
    use core::hash::Hash;
    use std::collections::HashMap;

    use super::*;

    maps!(HashMap<K, V, S>: Eq | Hash);
}
