//! The shape of foreign values: that of what they are packed as, with a name and a condition.

use core::marker::PhantomData;

use super::check::Checked;
use super::condition::{check_with, test_now};
use super::operation::ShapeOp;
use super::schema::Adapter;
use super::{Bounce, Schema, Shape, SizeClass, SkipFn, Style, lazy_part_is_view, sealed};
use crate::layout::{CheckerOf, Layout, Position};
use crate::packable::Packable;
use crate::view::View;
use crate::wire::checker::{CheckedBytes, Failed};
use crate::wire::identity::erased_id;
use crate::wire::levels::Levels;
use crate::wire::stack::copies;

/// How a value is packed as another type, and which values of that type are refused. Every adapter
/// ([`PackWith`](crate::with::PackWith)) has it; the library has a few that need not make the foreign value to test it.
#[doc(hidden)]
pub trait Adapt<T: ?Sized> {
    /// What the packed value means; empty if the adapter adds nothing to what it is packed as.
    const NAME: &'static str;
    /// Whether any value is refused.
    const REFUSES: bool;
    /// Whether the values can be part of a key.
    const IS_KEY: bool = true;
    /// The canonical type of the packed value.
    type As: Packable<As = Self::As> + ?Sized;

    /// Tests a packed value. If it is unpacked for that, `levels` are what it may take.
    ///
    /// # Errors
    ///
    /// Returns why it is refused.
    fn test<L: Layout>(view: View<'_, Self::As, L>, levels: Levels) -> Result<(), &'static str>;
}

/// The shape of a `T` that is packed with the adapter `C`: its bytes are those of a `C::As`.
pub struct Adapted<T, C>(PhantomData<(T, C)>);

/// The shape of what a `T` is packed as by the adapter `C`.
pub(super) type AdaptedShape<T, C> = <<C as Adapt<T>>::As as Packable>::Shape;

impl<T, C: Adapt<T>> sealed::Sealed for Adapted<T, C> {}

impl<T, C: Adapt<T>> Adapted<T, C> {
    /// The adapter, at run time.
    const ADAPTER: Adapter =
        Adapter { name: C::NAME, id: erased_id::<Self>, inner: || const { &AdaptedShape::<T, C>::SCHEMA } };

    /// Tests whether the adapter accepts a value.
    fn test<L: Layout>(CheckedBytes { bytes, at, stack_limit }: CheckedBytes<'_>) -> Result<(), &'static str> {
        // SAFETY: by E1 a valid value of this shape is stored at `at`, within the bytes: a `C::As`.
        let view: View<'_, C::As, L> = unsafe { View::new(L::Pos::at(bytes, at)) };
        C::test(view, Levels::above(stack_limit))
    }
}

// SAFETY: every operation on bytes is that of the inner shape; the condition only rejects more bytes.
unsafe impl<T, C: Adapt<T>> Shape for Adapted<T, C> {
    const SIZE_CLASS: SizeClass = AdaptedShape::<T, C>::SIZE_CLASS;
    const ALL_VALID: bool = AdaptedShape::<T, C>::ALL_VALID && !C::REFUSES;
    // (The owned value and what it is made from exist at the same time.)
    const INLINE: usize = AdaptedShape::<T, C>::INLINE.saturating_add(size_of::<T>());
    const IN_PLACE: usize = AdaptedShape::<T, C>::IN_PLACE.saturating_add(size_of::<T>());
    const INNER: usize = AdaptedShape::<T, C>::INNER;
    const NESTED: usize = AdaptedShape::<T, C>::NESTED.saturating_add(copies(size_of::<T>()));
    const NESTED_IN_PLACE: usize = AdaptedShape::<T, C>::NESTED_IN_PLACE.saturating_add(copies(size_of::<T>()));
    const FLAT: bool = AdaptedShape::<T, C>::FLAT;
    const IS_NEVER_CHARGED: bool = AdaptedShape::<T, C>::IS_NEVER_CHARGED;
    const IS_SHALLOW: bool = AdaptedShape::<T, C>::IS_SHALLOW;
    const NESTS: bool = AdaptedShape::<T, C>::NESTS;
    const HAS_ONE_ENCODING: bool = AdaptedShape::<T, C>::HAS_ONE_ENCODING;
    const STYLE: Style = AdaptedShape::<T, C>::STYLE;
    const TRAMPOLINED: bool = AdaptedShape::<T, C>::TRAMPOLINED;
    // (In CBOR, a sequence of `u8` is a byte string, and a sequence of adapted `u8` is not.)
    const SCHEMA: Schema = if C::NAME.is_empty() && !AdaptedShape::<T, C>::IS_BYTE {
        AdaptedShape::<T, C>::SCHEMA
    } else {
        Schema { adapter: Some(&Self::ADAPTER), ..AdaptedShape::<T, C>::SCHEMA }
    };

    #[inline]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        if const { C::REFUSES } {
            return check_with::<Self, L>(checker, at, AdaptedShape::<T, C>::check::<L>, Self::test::<L>);
        }
        AdaptedShape::<T, C>::check::<L>(checker, at)
    }

    #[inline]
    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        AdaptedShape::<T, C>::check_present::<L>(checker, at)?;
        if const { C::REFUSES } { test_now::<L>(checker, at, Self::test::<L>) } else { Ok(()) }
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { AdaptedShape::<T, C>::skip::<L>(pos) }
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.adapted::<T, C>() }
    }
}
