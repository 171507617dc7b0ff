//! Scalars, each of which is its own canonical type: numbers, `bool`, `char`, durations and times.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::num::{
    NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize, NonZeroU8, NonZeroU16, NonZeroU32,
    NonZeroU64, NonZeroU128, NonZeroUsize,
};
use core::time::Duration;

use crate::build::{Filled, ItemWriter, Needs, Written};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout, Mode};
use crate::packable::{Packable, Unpack};
use crate::shape::{Field, ScalarShape, SequenceShape};
use crate::view::{Lookup, View};
use crate::wire::levels::{Levels, TooDeep};

/// Implements everything for scalar types.
macro_rules! scalars {
    ($($T:ty),+ $(,)?) => {$(
        impl Packable for $T {
            type As = Self;
            type Shape = ScalarShape<Self>;
            type View<'a, L: Access> = <L::Mode as Mode>::Scalar<'a, Self, L::Layout>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn view<'a, L: Access>(view: View<'a, Self, L>) -> Self::View<'a, L> {
                view.scalar()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id> {
                needs.put_scalar(*value).into()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn write_all<'id, S, L: Layout>(values: &[Self], items: ItemWriter<'id, S, L>) -> ItemWriter<'id, S, L>
            where
                S: SequenceShape,
                S::Element: Field<Of = Self>,
            {
                items.extend_from_slice(values)
            }
        }

        impl<'a> Unpack<'a> for $T {
            const IS_FLAT: bool = true;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unpack_flat<'id, L: Layout>(cursor: Cursor<'a, 'id, Self, L>) -> Done<'id, Self, L> {
                cursor.read()
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn unpack<'id, L: Layout>(
                cursor: Cursor<'a, 'id, Self, L>,
                _: Levels,
            ) -> Result<Done<'id, Self, L>, TooDeep> {
                Ok(cursor.read())
            }

            fn unpack_all<'id, L: Layout>(
                cursor: Cursor<'a, 'id, [Self], L>,
                _: Levels,
            ) -> Result<Done<'id, Vec<Self>, L>, TooDeep> {
                Ok(cursor.read().map(|scalars| scalars.to_vec()))
            }
        }

        impl Lookup<$T> for $T {
            const IN_MEMORY: bool = true;

            #[inline]
            fn write_key<'id, L: Layout>(&self, needs: Needs<'id, Self, L>) -> Filled<'id> {
                needs.put_scalar(*self)
            }

            #[inline]
            fn compare<L: Layout>(&self, packed: View<'_, Self, L>) -> Ordering {
                crate::wire::scalar::Scalar::order(packed.scalar(), *self)
            }
        }
    )+};
}

scalars!(u8, u16, u32, u64, u128, usize, i8, i16, i32, i64, i128, isize, f32, f64, bool, char);
scalars!(NonZeroU8, NonZeroU16, NonZeroU32, NonZeroU64, NonZeroU128, NonZeroUsize);
scalars!(NonZeroI8, NonZeroI16, NonZeroI32, NonZeroI64, NonZeroI128, NonZeroIsize);
scalars!(Duration);

#[cfg(feature = "std")]
scalars!(std::time::SystemTime);
