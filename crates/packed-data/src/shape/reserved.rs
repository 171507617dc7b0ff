//! The shape of the place of a removed field: that of what was there, with a value that is not read.

use core::marker::PhantomData;

use super::check::Checked;
use super::operation::ShapeOp;
use super::{Bounce, Schema, Shape, SizeClass, SkipFn, Style, lazy_part_is_view, sealed};
use crate::layout::{CheckerOf, Layout};
use crate::packable::Packable;
use crate::wire::checker::Failed;

/// The shape of a [`Reserved<T>`](crate::types::Reserved): its bytes are those of a `T`.
///
/// Any two values are equal, as they are in memory, and the one that is converted is the default of `T`, which packing
/// writes. So a value has as many encodings as `T` has values, and cannot be part of a key
/// (`require_key` in `operation/key.rs`).
pub struct ReservedShape<T>(PhantomData<T>);

type Inner<T> = <<T as Packable>::As as Packable>::Shape;

impl<T: Packable + Default> sealed::Sealed for ReservedShape<T> {}

// SAFETY: `check` and `skip` are those of the inner shape; the other operations end where `skip` ends.
unsafe impl<T: Packable + Default> Shape for ReservedShape<T> {
    const SIZE_CLASS: SizeClass = Inner::<T>::SIZE_CLASS;
    const ALL_VALID: bool = Inner::<T>::ALL_VALID;
    const BYTES_BELOW: Option<u16> = Inner::<T>::BYTES_BELOW;
    const INLINE: usize = Inner::<T>::INLINE;
    const IN_PLACE: usize = Inner::<T>::IN_PLACE;
    const INNER: usize = Inner::<T>::INNER;
    const NESTED: usize = Inner::<T>::NESTED;
    const NESTED_IN_PLACE: usize = Inner::<T>::NESTED_IN_PLACE;
    const FLAT: bool = Inner::<T>::FLAT;
    const IS_NEVER_CHARGED: bool = Inner::<T>::IS_NEVER_CHARGED;
    const IS_SHALLOW: bool = Inner::<T>::IS_SHALLOW;
    const NESTS: bool = Inner::<T>::NESTS;
    const IS_BYTE: bool = Inner::<T>::IS_BYTE;
    const STYLE: Style = Inner::<T>::STYLE;
    const SCHEMA: Schema = Inner::<T>::SCHEMA;

    #[inline]
    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Checked<L> {
        Inner::<T>::check::<L>(checker, at)
    }

    #[inline]
    fn check_end<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
        Inner::<T>::check_end::<L>(checker, at)
    }

    #[inline]
    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        Inner::<T>::check_present::<L>(checker, at)
    }

    #[inline]
    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { Inner::<T>::skip::<L>(pos) }
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.reserved::<T>() }
    }
}
