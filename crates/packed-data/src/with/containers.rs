//! Adapters for the values in containers: `Vec<C>` packs each value of a `Vec<T>` with `C`.

use alloc::boxed::Box;
use alloc::collections::BTreeMap;
use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{PackWith, With};
use crate::build::{Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::{Packable, Unpack};
use crate::view::{Map, View};
use crate::wire::levels::{Levels, TooDeep};

/// In place of the adapter of a part that needs none: the keys of a map whose values have one. (For keys that need an
/// adapter, use [`With<K, C>`](With) as their type.)
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

impl<T: 'static, C: PackWith<T>> PackWith<Vec<T>> for Vec<C> {
    const NAME: &'static str = "";
    const REFUSES: bool = false;
    type As = [With<T, C>];
    type Value<'v> = Both<&'v [With<T, C>], Vec<With<T, C>>>;

    fn pack(values: &Vec<T>) -> Result<Self::Value<'_>, &'static str> {
        Ok(Both::Packed(With::from_slice(values)))
    }

    fn unpack(values: Self::Value<'_>) -> Result<Vec<T>, &'static str> {
        Ok(values.unpacked()?.into_iter().map(With::into_inner).collect())
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

impl<T: 'static, C: PackWith<T>, const N: usize> PackWith<[T; N]> for [C; N] {
    const NAME: &'static str = "";
    const REFUSES: bool = false;
    type As = [With<T, C>; N];
    type Value<'v> = Both<&'v [With<T, C>; N], [With<T, C>; N]>;

    fn pack(values: &[T; N]) -> Result<Self::Value<'_>, &'static str> {
        // (The slice has N elements.)
        With::from_slice(values).try_into().map(Both::Packed).map_err(|_| "the length of the array is wrong")
    }

    fn unpack(values: Self::Value<'_>) -> Result<[T; N], &'static str> {
        Ok(values.unpacked()?.map(With::into_inner))
    }
}

impl<T: 'static, C: PackWith<T>> PackWith<Option<T>> for Option<C> {
    const NAME: &'static str = "";
    const REFUSES: bool = false;
    type As = Option<With<T, C>>;
    type Value<'v> = Both<Optional<'v, T, C>, Option<With<T, C>>>;

    fn pack(value: &Option<T>) -> Result<Self::Value<'_>, &'static str> {
        Ok(Both::Packed(Optional(value.as_ref().map(With::from_ref))))
    }

    fn unpack(value: Self::Value<'_>) -> Result<Option<T>, &'static str> {
        Ok(value.unpacked()?.map(With::into_inner))
    }
}

/// A reference to an optional value, packed with an adapter.
#[derive(Debug)]
pub struct Optional<'v, T, C>(Option<&'v With<T, C>>);

impl<T: 'static, C: PackWith<T>> Packable for Optional<'_, T, C> {
    type As = Option<With<T, C>>;
    type Shape = <Option<With<T, C>> as Packable>::Shape;
    type View<'a, L: Access> = <Option<With<T, C>> as Packable>::View<'a, L>;

    fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
        Option::view(view)
    }

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
        match value.0 {
            None => needs.start_none().done().into(),
            Some(value) => needs.start_some().put_last(value),
        }
    }
}

/// Implements the adapter for a map: its keys are packed as themselves.
macro_rules! maps {
    ($($Map:ident<K, V $(, $S:ident)?>, $Ref:ident: $($key:ident)|+);+ $(;)?) => {$(
        impl<K, V: 'static, C: PackWith<V> $(, $S)?> PackWith<$Map<K, V $(, $S)?>> for $Map<Unchanged, C>
        where
            K: Packable + for<'a> Unpack<'a> $(+ $key)+ + 'static,
            $($S: core::hash::BuildHasher + Default + 'static,)?
        {
            const NAME: &'static str = "";
            const REFUSES: bool = false;
            type As = Map<K, With<V, C>>;
            type Value<'v> = Both<$Ref<'v, K, V, C $(, $S)?>, $Map<K, With<V, C> $(, $S)?>>;

            fn pack(map: &$Map<K, V $(, $S)?>) -> Result<Self::Value<'_>, &'static str> {
                Ok(Both::Packed($Ref(map, PhantomData)))
            }

            fn unpack(map: Self::Value<'_>) -> Result<$Map<K, V $(, $S)?>, &'static str> {
                Ok(map.unpacked()?.into_iter().map(|(key, value)| (key, value.into_inner())).collect())
            }
        }

        /// A reference to a map, whose values are packed with an adapter.
        #[derive(Debug)]
        pub struct $Ref<'v, K, V, C $(, $S)?>(&'v $Map<K, V $(, $S)?>, PhantomData<fn() -> C>);

        impl<K: Packable, V: 'static, C: PackWith<V> $(, $S)?> Packable for $Ref<'_, K, V, C $(, $S)?> {
            type As = Map<K, With<V, C>>;
            type Shape = <Map<K, With<V, C>> as Packable>::Shape;
            type View<'a, L: Access> = <Map<K, With<V, C>> as Packable>::View<'a, L>;

            fn view<'a, L: Access>(view: View<'a, Self::As, L>) -> Self::View<'a, L> {
                Map::view(view)
            }

            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self::As, L>) -> Written<'v, 'id> {
                needs
                    .items(value.0, |needs, (key, value)| {
                        needs.fields().put_as(key).put_as(With::<V, C>::from_ref(value)).done()
                    })
                    .into()
            }
        }
    )+};
}

maps!(BTreeMap<K, V>, BTreeMapRef: Ord);

#[cfg(feature = "std")]
mod hashed {
    use core::hash::Hash;
    use std::collections::HashMap;

    use super::*;

    maps!(HashMap<K, V, S>, HashMapRef: Eq | Hash);
}
