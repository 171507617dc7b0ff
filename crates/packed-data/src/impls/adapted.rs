//! Types of other crates that are packed as another type of which some values are refused: the macro.

use core::fmt;

use crate::with::PackWith;

/// The adapter of all types of other crates for which a feature is on.
pub enum Native {}

/// Implements everything for a type of another crate: `Type as Value, "name": |value| packed, |packed| value`.
///
/// The arguments convert it into the type that it is packed as, and back; both return a `Result`. A view returns the
/// value itself, also a view for editing. `shown` prints packed values as the owned ones: for values that are packed as
/// scalars. With `keys`, the type can be searched for in maps and sets: keys are compared as what they are packed as,
/// which must be equal if and only if the values are; with `keyed` they are compared themselves, in the order in which
/// they are packed. With `all`, every packed value is accepted. With `no_key`, equal values may be packed
/// differently, and the type cannot be part of a key.
macro_rules! adapted {
    ($($(#[$doc:meta])* $({$($generics:tt)+})? [$($which:ident)? $(; $shown:ident)?] $T:ty as $As:ty $(= for<$v:lifetime> $Value:ty)?, $name:literal:
        |$value:pat_param| $to:expr, |$packed:pat_param| $from:expr);+ $(;)?) => {$(
        impl$(<$($generics)+>)? $crate::with::PackWith<$T> for $crate::impls::adapted::Native {
            const NAME: &'static str = $name;
            $($crate::impls::adapted::adapted!(@ refuses $which);)?
            type As = $As;
            $crate::impls::adapted::adapted!(@ value $As $(, $v $Value)?);

            #[inline]
            fn pack($value: &$T) -> Result<Self::Value<'_>, &'static str> {
                $to
            }

            #[inline]
            fn unpack($packed: Self::Value<'_>) -> Result<$T, &'static str> {
                $from
            }
        }

        $(#[$doc])*
        impl$(<$($generics)+>)? $crate::Packable for $T {
            type As = Self;
            type Shape = $crate::shape::Adapted<Self, $crate::impls::adapted::Native>;
            type View<'a, L: $crate::Access> = $T;

            $($crate::impls::adapted::adapted!(@ shown $shown $T);)?

            #[inline]
            fn view<'a, L: $crate::Access>(view: $crate::View<'a, Self, L>) -> $T {
                $crate::impls::adapted::from_packed(view.into_adapted().unpack())
            }

            #[inline]
            fn write<'v, 'id, L: $crate::Layout>(
                value: &'v Self,
                needs: $crate::Needs<'id, Self, L>,
            ) -> $crate::build::Written<'v, 'id> {
                use $crate::with::PackWith;

                match $crate::impls::adapted::Native::pack(value) {
                    Ok(value) => needs.put_adapted(&value).into(),
                    Err(message) => needs.refuse(message).into(),
                }
            }
        }

        impl<'a $(, $($generics)+)?> $crate::Unpack<'a> for $T {
            #[inline]
            fn unpack<'id, L: $crate::Layout>(
                cursor: $crate::Cursor<'a, 'id, Self, L>,
                levels: $crate::Levels,
            ) -> Result<$crate::Done<'id, Self, L>, $crate::TooDeep> {
                let done = $crate::Unpack::unpack(cursor.into_adapted(), levels)?;
                Ok(done.map(|value| $crate::impls::adapted::from_packed(Ok(value))))
            }
        }

        impl$(<$($generics)+>)? $crate::view::sealed::Sealed for $T {}

        impl$(<$($generics)+>)? $crate::view::Read for $T {
            type Value<'a, L: $crate::Layout> = $T;

            #[inline]
            fn read<'a, L: $crate::Layout>(
                cursor: $crate::Cursor<'a, '_, Self, impl $crate::Access<Layout = L>>,
            ) -> ($T, L::Pos) {
                let done = cursor.into_view();
                let end = done.pos();
                (<$T as $crate::Packable>::view(done.into_value()), end)
            }
        }

        $($crate::impls::adapted::adapted!(@ lookup $which $T);)?
    )+};
    (@ shown shown $T:ty) => {
        fn packed_schema() -> &'static $crate::shape::Schema {
            use $crate::shape::{Shape, Show};

            const { &<Self::Shape as Shape>::SCHEMA.shown(Show::Scalars($crate::impls::adapted::show::<$T, _>)) }
        }
    };
    (@ refuses no_key) => { const IS_KEY: bool = false; };
    (@ refuses all) => { const REFUSES: bool = false; };
    (@ refuses keys) => {};
    (@ refuses keyed) => {};
    (@ value $As:ty) => { type Value<'v> = $As; };
    (@ value $As:ty, $v:lifetime $Value:ty) => { type Value<$v> = $Value; };
    (@ lookup all $T:ty) => {};
    (@ lookup no_key $T:ty) => {};
    (@ lookup keyed $T:ty) => {
        $crate::impls::adapted::adapted!(@ lookup $T, |packed, key| packed.cmp(key));
    };
    (@ lookup keys $T:ty) => {
        $crate::impls::adapted::adapted!(@ lookup $T, |packed, key| {
            use $crate::with::PackWith;

            let as_packed = |value| $crate::impls::adapted::Native::pack(value);
            as_packed(packed).cmp(&as_packed(key))
        });
    };
    (@ lookup $T:ty, |$packed:ident, $key:ident| $order:expr) => {
        impl $crate::view::Lookup<$T> for $T {
            const IN_MEMORY: bool = true;

            fn write_key<'id, L: $crate::Layout>(&self, needs: $crate::Needs<'id, $T, L>) -> $crate::Filled<'id> {
                needs.put_as(self)
            }

            fn compare<L: $crate::Layout>(&self, packed: $crate::View<'_, $T, L>) -> core::cmp::Ordering {
                let ($packed, $key) = (&<$T as $crate::Packable>::view(packed), self);
                $order
            }
        }
    };
}

#[allow(unused_imports, reason = "used by the features")]
pub(super) use adapted;

/// Converts a packed value back, which was accepted when it was validated or packed.
#[allow(dead_code, reason = "used by the features")]
pub(super) fn from_packed<'v, T: 'static>(value: Result<Value<'v, T>, crate::TooDeep>) -> T
where
    Native: PackWith<T>,
{
    match value.map(Native::unpack) {
        Ok(Ok(value)) => value,
        Ok(Err(message)) => unreachable!("the value was accepted before: {message}"),
        Err(error) => unreachable!("the value is flat: {error}"),
    }
}

type Value<'v, T> = <Native as PackWith<T>>::Value<'v>;

/// A type that is packed as scalars, and is made from them again to print a value.
pub(super) trait FromScalars: Sized {
    /// Returns the value with these scalars; `None` if their number is another one.
    fn from_scalars(scalars: &[u64]) -> Option<Self>;
}

impl FromScalars for u8 {
    fn from_scalars(scalars: &[u64]) -> Option<Self> {
        if let [number] = *scalars { Some(number as Self) } else { None }
    }
}

impl FromScalars for i32 {
    fn from_scalars(scalars: &[u64]) -> Option<Self> {
        if let [number] = *scalars { Some(number as Self) } else { None }
    }
}

impl FromScalars for (u32, u32) {
    fn from_scalars(scalars: &[u64]) -> Option<Self> {
        if let [seconds, nanos] = *scalars { Some((seconds as u32, nanos as u32)) } else { None }
    }
}

impl FromScalars for (i64, u32) {
    fn from_scalars(scalars: &[u64]) -> Option<Self> {
        if let [seconds, nanos] = *scalars { Some((seconds as i64, nanos as u32)) } else { None }
    }
}

impl FromScalars for (i64, u32, i32) {
    fn from_scalars(scalars: &[u64]) -> Option<Self> {
        if let [seconds, nanos, offset] = *scalars { Some((seconds as i64, nanos as u32, offset as i32)) } else { None }
    }
}

/// Prints a value that is packed as these scalars, as its own `Debug` does. Scalars that are not a value, in a dump of
/// invalid bytes, are printed themselves.
#[allow(dead_code, reason = "used by the features")]
pub(super) fn show<T: fmt::Debug + 'static, A: FromScalars>(scalars: &[u64], f: &mut fmt::Formatter<'_>) -> fmt::Result
where
    Native: for<'v> PackWith<T, Value<'v> = A>,
{
    match A::from_scalars(scalars).map(Native::unpack) {
        Some(Ok(value)) => value.fmt(f),
        _ => fmt::Debug::fmt(scalars, f),
    }
}
