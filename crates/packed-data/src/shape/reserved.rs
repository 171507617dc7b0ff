//! The shape of the place of a removed field: that of what was there, with a value that is not read.

use core::marker::PhantomData;

use super::check::Checked;
use super::describe::Describer;
use super::rewrite::RewriteShape;
use super::{
    Bounce, Comparison, Converted, Schema, Shape, SizeClass, SkipFn, SortKeyBuf, SortKeyFn, Style, sealed, skip_value,
};
use crate::build::Needs;
use crate::layout::{CheckerOf, Layout};
use crate::packable::Packable;
use crate::wire::budget::Budget;
use crate::wire::checker::Failed;
use crate::wire::value_writer::ValueWriter;

/// The shape of a [`Reserved<T>`](crate::types::Reserved): its bytes are those of a `T`.
///
/// Any two values are equal, as they are in memory, and the one that is converted is the default of `T`, which packing
/// writes. So a value has as many encodings as `T` has values, and cannot be part of a key
/// ([`Shape::require_key`]).
pub struct ReservedShape<T>(PhantomData<T>);

type Inner<T> = <<T as Packable>::As as Packable>::Shape;

impl<T: Packable + Default> sealed::Sealed for ReservedShape<T> {}

// SAFETY: `rewrite` does not return: the value has no parts that anyone reads.
unsafe impl<T: Packable + Default> RewriteShape for ReservedShape<T> {}

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

    unsafe fn compare<L: Layout>(left: L::Pos, right: L::Pos) -> Comparison<L> {
        // SAFETY: the caller promises values of the inner shape at both positions.
        unsafe { Comparison::Equal(skip_value::<Self, L>(left), skip_value::<Self, L>(right)) }
    }

    unsafe fn sort_key<L: Layout>(pos: L::Pos, _: &mut SortKeyBuf) -> Bounce<L::Pos, SortKeyFn<L>> {
        // SAFETY: the caller promises a value of the inner shape.
        Bounce::End(unsafe { skip_value::<Self, L>(pos) })
    }

    fn require_key() {
        const {
            panic!(
                "a key cannot contain a `Reserved`: keys that differ only in the field that was removed would become \
                 one, and the others might be in another order. Keep the type of the field, or give the map a key of \
                 a new type"
            )
        }
    }

    unsafe fn convert<L: Layout, M: Layout>(
        from: L::Pos,
        writer: &mut ValueWriter,
        to: usize,
        budget: Budget,
    ) -> Converted<L, M> {
        // SAFETY: the caller promises a value of the inner shape at `from`, and W1 for `to`.
        unsafe {
            let end = skip_value::<Self, L>(from);
            let to = Needs::<T::As, M>::fill(writer, to, 0, budget, |needs| needs.put_as(&T::default()));
            Some(Bounce::End((end, to)))
        }
    }

    fn describe(to: &mut Describer) {
        Inner::<T>::describe(to);
    }
}
