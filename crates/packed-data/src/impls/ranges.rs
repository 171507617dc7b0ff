//! Ranges, packed as their bounds.

use core::ops::{Bound, Range, RangeFrom, RangeFull, RangeInclusive, RangeTo, RangeToInclusive};

use crate::build::{Needs, Written};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Enum, InTier, Named, Schema, Shape, Show};
use crate::view::View;
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for a range with two bounds, which is packed as a pair.
macro_rules! pairs {
    ($($(#[$doc:meta])* $Range:ident $between:literal: |$range:ident| ($start:expr, $end:expr), $new:expr);+ $(;)?) => {$(
        $(#[$doc])*
        impl<T: Packable> Packable for $Range<T> {
            type As = (T, T);
            type Shape = <(T, T) as Packable>::Shape;
            type View<'a, L: Access> = $Range<L::Part<'a, T>>;

            fn packed_schema() -> &'static Schema {
                const { &<Self::Shape as Shape>::SCHEMA.shown(Show::Between($between, stringify!($Range))) }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, (T, T), L>) -> Self::View<'a, L> {
                let (start, end) = <(T, T)>::view(view);
                $new(start, end)
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, (T, T), L>) -> Written<'v, 'id> {
                let $range = value;
                needs.fields().put_as($start).put_last($end)
            }
        }

        impl<'a, T: Unpack<'a>> Unpack<'a> for $Range<T> {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, (T, T), L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(<(T, T)>::unpack(cursor, levels)?.map(|(start, end)| $new(start, end)))
            }
        }
    )+};
}

pairs! {
    Range "..": |range| (&range.start, &range.end), |start, end| Range { start, end };
    /// Packed as its start and end. It is not packed whether the range was exhausted by iteration: after unpacking,
    /// such a range contains its last value again.
    RangeInclusive "..=": |range| (range.start(), range.end()), RangeInclusive::new;
}

/// Implements everything for a range with one bound, which is packed as that bound.
macro_rules! halves {
    ($($Range:ident { $bound:ident } $before:literal $after:literal),+ $(,)?) => {$(
        impl<T: Packable> Packable for $Range<T> {
            type As = T::As;
            type Shape = T::Shape;
            type View<'a, L: Access> = $Range<T::View<'a, L>>;

            fn packed_schema() -> &'static Schema {
                const {
                    let show = Show::Around($before, $after, stringify!($Range), stringify!($bound));
                    &<Self::Shape as Shape>::SCHEMA.shown(show)
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, T::As, L>) -> Self::View<'a, L> {
                $Range { $bound: T::view(view) }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, T::As, L>) -> Written<'v, 'id> {
                T::write(&value.$bound, needs)
            }
        }

        impl<'a, T: Unpack<'a>> Unpack<'a> for $Range<T> {
            #[inline]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, T::As, L>,
                levels: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(T::unpack(cursor, levels)?.map(|$bound| $Range { $bound }))
            }
        }
    )+};
}

halves!(RangeFrom { start } "" "..", RangeTo { end } ".." "", RangeToInclusive { end } "..=" "");

impl Packable for RangeFull {
    type As = ();
    type Shape = <() as Packable>::Shape;
    type View<'a, L: Access> = RangeFull;

    fn packed_schema() -> &'static Schema {
        const { &<Self::Shape as Shape>::SCHEMA.shown(Show::As("..")) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(_: View<'a, (), L>) -> RangeFull {
        RangeFull
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write<'v, 'id, L: Layout>(_: &'v Self, needs: Needs<'id, (), L>) -> Written<'v, 'id> {
        needs.fields().done().into()
    }
}

impl<'a> Unpack<'a> for RangeFull {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, (), L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(cursor.fields().done(RangeFull))
    }
}

/// The cases of a packed [`Bound<T>`](Bound): `Included` has tag 0, `Excluded` tag 1, `Unbounded` tag 2.
///
/// ```
/// use std::ops::Bound;
///
/// use packed_data::Packed;
/// use packed_data::types::BoundCase;
///
/// let packed = Packed::<Bound<u8>>::pack(&Bound::Excluded(7));
/// let is_excluded = packed.read(|bound| match bound.case() {
///     BoundCase::Included(fields) => fields.skip().done(false),
///     BoundCase::Excluded(fields) => fields.skip().done(true),
///     BoundCase::Unbounded(end) => end.done(false),
/// });
/// assert!(is_excluded);
/// ```
#[derive(Debug)]
pub enum BoundCase<'a, 'id, T, L: Access> {
    /// The range contains its bound.
    Included(Fields<'a, 'id, (T, ()), L>),
    /// The range does not contain its bound.
    Excluded(Fields<'a, 'id, (T, ()), L>),
    /// There is no bound.
    Unbounded(Fields<'a, 'id, (), L>),
}

type BoundVariants<T> = ((T, ()), (T, ()), ());

impl<T> Named for Bound<T> {
    const NAMES: &'static Names = &Names {
        name: "Bound",
        constructors: &[
            Constructor { name: "Included", fields: &["0"] },
            Constructor { name: "Excluded", fields: &["0"] },
            Constructor { name: "Unbounded", fields: &[] },
        ],
    };
}

impl<T: Packable> Packable for Bound<T> {
    type As = Self;
    type Shape = Enum<Self, BoundVariants<T>>;
    type View<'a, L: Access> = Bound<L::Part<'a, T>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
        view.into_case()
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match value {
            Bound::Included(bound) => needs.variant::<InTier<0>, _, BoundVariants<T>>().put_last(bound),
            Bound::Excluded(bound) => needs.variant::<InTier<1>, _, BoundVariants<T>>().put_last(bound),
            Bound::Unbounded => needs.variant::<InTier<2>, _, BoundVariants<T>>().done().into(),
        }
    }
}

impl<T: Packable> Match for Bound<T> {
    type Variants = BoundVariants<T>;
    type Case<'a, 'id, L: Access> = BoundCase<'a, 'id, T, L>;
    type ViewCase<'a, L: AnyAccess> = Bound<L::Part<'a, T>>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> BoundCase<'a, 'id, T, L> {
        match branch.tag() {
            0 => BoundCase::Included(branch.fields::<InTier<0>>()),
            1 => BoundCase::Excluded(branch.fields::<InTier<1>>()),
            _ => BoundCase::Unbounded(branch.fields::<InTier<2>>()),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'a, L: AnyAccess>(
        branch: Branch<'a, '_, Self::Variants, L>,
    ) -> Result<Self::ViewCase<'a, L>, L::Error> {
        match branch.tag() {
            0 => Ok(Bound::Included(branch.parts::<InTier<0>>()?.last()?)),
            1 => Ok(Bound::Excluded(branch.parts::<InTier<1>>()?.last()?)),
            _ => Ok(Bound::Unbounded),
        }
    }
}

impl<'a, T: Unpack<'a>> Unpack<'a> for Bound<T> {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, levels: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        match cursor.case() {
            BoundCase::Included(fields) => {
                let (bound, fields) = fields.unpack(levels)?;
                Ok(fields.done(Bound::Included(bound)))
            }
            BoundCase::Excluded(fields) => {
                let (bound, fields) = fields.unpack(levels)?;
                Ok(fields.done(Bound::Excluded(bound)))
            }
            BoundCase::Unbounded(end) => Ok(end.done(Bound::Unbounded)),
        }
    }
}
