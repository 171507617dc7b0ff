//! `Ordering`: three constructors without fields.

use core::cmp::Ordering;

use super::lookup::lookup_packed;
use crate::build::{Needs, Written};
use crate::cursor::{Branch, Cursor, Done, Fields, Match};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::{Packable, Unpack};
use crate::shape::{Enum, FieldlessEnum, InTier, Named};
use crate::view::{Lookup, View};
use crate::wire::error::{Constructor, Names};
use crate::wire::levels::{Levels, TooDeep};

/// The cases of a packed [`Ordering`]: `Less` has tag 0, `Equal` tag 1, `Greater` tag 2.
///
/// ```
/// use std::cmp::Ordering;
///
/// use packed_data::Packed;
/// use packed_data::types::OrderingCase;
///
/// let packed = Packed::<Ordering>::pack(&Ordering::Less);
/// let sign = packed.read(|ordering| match ordering.case() {
///     OrderingCase::Less(end) => end.done(-1),
///     OrderingCase::Equal(end) => end.done(0),
///     OrderingCase::Greater(end) => end.done(1),
/// });
/// assert_eq!(sign, -1);
/// ```
#[derive(Debug)]
pub enum OrderingCase<'a, 'id, L: Access> {
    /// The first value is less than the second.
    Less(Fields<'a, 'id, (), L>),
    /// The values are equal.
    Equal(Fields<'a, 'id, (), L>),
    /// The first value is greater than the second.
    Greater(Fields<'a, 'id, (), L>),
}

impl Named for Ordering {
    const NAMES: &'static Names = &Names {
        name: "Ordering",
        constructors: &[
            Constructor { name: "Less", fields: &[] },
            Constructor { name: "Equal", fields: &[] },
            Constructor { name: "Greater", fields: &[] },
        ],
    };
}

impl FieldlessEnum for Ordering {
    fn tag(&self) -> u32 {
        match self {
            Ordering::Less => 0,
            Ordering::Equal => 1,
            Ordering::Greater => 2,
        }
    }

    fn from_tag(tag: u32) -> Option<Self> {
        [Ordering::Less, Ordering::Equal, Ordering::Greater].get(usize::try_from(tag).ok()?).copied()
    }
}

impl Packable for Ordering {
    type As = Self;
    type Shape = Enum<Self, ((), (), ())>;
    type View<'a, L: Access> = Ordering;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: View<'a, Self, L>) -> Ordering {
        view.into_case()
    }

    #[inline]
    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
        match value {
            Ordering::Less => needs.variant::<InTier<0>, _, _>().done().into(),
            Ordering::Equal => needs.variant::<InTier<1>, _, _>().done().into(),
            Ordering::Greater => needs.variant::<InTier<2>, _, _>().done().into(),
        }
    }
}

impl Match for Ordering {
    type Variants = ((), (), ());
    type Case<'a, 'id, L: Access> = OrderingCase<'a, 'id, L>;
    type ViewCase<'a, L: AnyAccess> = Ordering;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> OrderingCase<'a, 'id, L> {
        match branch.tag() {
            0 => OrderingCase::Less(branch.fields::<InTier<0>>()),
            1 => OrderingCase::Equal(branch.fields::<InTier<1>>()),
            _ => OrderingCase::Greater(branch.fields::<InTier<2>>()),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view_case<'a, L: AnyAccess>(branch: Branch<'a, '_, Self::Variants, L>) -> Result<Ordering, L::Error> {
        Ok(match branch.tag() {
            0 => Ordering::Less,
            1 => Ordering::Equal,
            _ => Ordering::Greater,
        })
    }
}

impl<'a> Unpack<'a> for Ordering {
    #[inline]
    fn unpack<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>, _: Levels) -> Result<Done<'id, Self, L>, TooDeep> {
        Ok(match cursor.case() {
            OrderingCase::Less(end) => end.done(Ordering::Less),
            OrderingCase::Equal(end) => end.done(Ordering::Equal),
            OrderingCase::Greater(end) => end.done(Ordering::Greater),
        })
    }
}

impl Lookup<Ordering> for Ordering {
    lookup_packed!(Ordering);
}
