//! The shape of arrays: a fixed number of elements, stored without a count, as the fields of a tuple are.

use core::marker::PhantomData;

use super::charge::{level_stack, nested_stack};
use super::check::Checked;
use super::operation::ShapeOp;
use super::size_class::{always_takes_bytes, is_block};
use super::{
    Bounce, Field, FieldSchema, Form, Schema, Shape, ShapeOf, SizeClass, Sizes, SkipFn, check_after_size, check_value,
    lazy_part_is_view, require_item, sealed, skip_value,
};
use crate::layout::{CheckerOf, Layout, Position};
use crate::wire::checker::Failed;
use crate::wire::rows;
use crate::wire::stack::{SMALL_ARRAY, copies};
use crate::wire::steps;

/// The shape of `[T; N]`: `N` elements in order.
pub struct Repeat<T, const N: usize>(PhantomData<T>);

impl<T: Field, const N: usize> sealed::Sealed for Repeat<T, N> {}

impl<T: Field, const N: usize> Repeat<T, N> {
    /// Returns whether the layout writes the size of element `index` before it.
    pub(crate) const fn is_sized<L: Layout>(index: usize) -> bool {
        Sizes::<ShapeOf<T>, L>::EXTENT.is_sized(index + 1 == N, L::FORMAT)
    }
}

/// Returns the position of the value of element `index`, after its size if the layout writes one before it.
///
/// # Safety
///
/// Element `index`, which is valid, is stored at `pos`, with its size if the layout writes one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn enter_element<T: Field, const N: usize, L: Layout>(pos: L::Pos, index: usize) -> L::Pos {
    // SAFETY: the caller promises the element, and before it the size if the layout writes one.
    if Repeat::<T, N>::is_sized::<L>(index) { unsafe { L::enter_sized(pos) } } else { pos }
}

/// Returns the position after element `index`.
///
/// # Safety
///
/// Element `index`, which is valid, is stored at `pos`, with its size if the layout writes one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump_element<T: Field, const N: usize, L: Layout>(pos: L::Pos, index: usize) -> L::Pos {
    // SAFETY: the caller promises the element. Its end follows from its static size, from the size before it, or from a
    // walk.
    unsafe {
        steps::count(1);
        if let Some(size) = const { Sizes::<ShapeOf<T>, L>::SIZE } {
            return pos.advance(size);
        }
        if Repeat::<T, N>::is_sized::<L>(index)
            && let Some((_, end)) = L::span_sized(pos)
        {
            return end;
        }
        skip_value::<ShapeOf<T>, L>(enter_element::<T, N, L>(pos, index))
    }
}

/// Checks element `index`, and the size before it if there is one; returns the end of the element.
fn check_element<T: Field, const N: usize, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    index: usize,
) -> Result<usize, Failed> {
    if !Repeat::<T, N>::is_sized::<L>(index) {
        return check_value::<ShapeOf<T>, L>(checker, at);
    }
    check_after_size::<L>(checker, at, check_value::<ShapeOf<T>, L>)
}

/// Returns whether an array of shape `S`, whose bytes are known to be within the input, is valid: `true` only where
/// this is found without a look at each element.
#[cfg_attr(not(debug_assertions), inline(always))]
fn is_present_valid<S: Shape, L: Layout>(checker: &CheckerOf<'_, L>, at: usize, size: usize) -> bool {
    match const { Sizes::<S, L>::BYTES_BELOW } {
        Some(bound) => rows::is_below(checker.bytes(), at..at + size, bound),
        None => const { Sizes::<S, L>::ALL_VALID },
    }
}

// SAFETY: each element is checked according to its own shape, at the position that `enter_element` returns; or all of
// them are checked by the bound that decides whether one is valid.
unsafe impl<T: Field, const N: usize> Shape for Repeat<T, N> {
    const SIZE_CLASS: SizeClass = SizeClass::Repeat(&<ShapeOf<T> as Shape>::SIZE_CLASS, N);
    const HAS_PARTS: bool = true;
    const INLINE: usize = N.saturating_mul(T::SIZE);
    const IN_PLACE: usize = if Self::INLINE <= SMALL_ARRAY { Self::INLINE } else { T::SIZE };
    // (If the array is a level of nesting, its elements are charged with that level.)
    const INNER: usize = if is_block(&Self::SIZE_CLASS) { nested_stack::<T>() } else { 0 };
    const NESTED: usize = copies(Self::INLINE).saturating_add(Self::INNER);
    const NESTED_IN_PLACE: usize = copies(Self::IN_PLACE).saturating_add(Self::INNER);
    const SCHEMA: Schema = Schema::of::<Self>(Form::Array(&FieldSchema::of::<T>(), N));
    const ALL_VALID: bool = N == 0 || <ShapeOf<T> as Shape>::ALL_VALID;
    const IS_NEVER_CHARGED: bool = <ShapeOf<T> as Shape>::IS_NEVER_CHARGED;
    const HAS_ONE_ENCODING: bool = N == 0 || <ShapeOf<T> as Shape>::HAS_ONE_ENCODING;
    const BYTES_BELOW: Option<u16> = if N == 0 { None } else { <ShapeOf<T> as Shape>::BYTES_BELOW };
    // (An array of varying size is a level of nesting.)
    const FLAT: bool = <ShapeOf<T> as Shape>::FLAT
        && is_block(&Self::SIZE_CLASS)
        && always_takes_bytes(&<ShapeOf<T> as Shape>::SIZE_CLASS);

    fn check<L: Layout>(checker: &mut CheckerOf<'_, L>, mut at: usize) -> Checked<L> {
        const { require_item::<ShapeOf<T>, L>() };
        let (state, first) = L::check_array::<ShapeOf<T>>(checker, at, N)?;
        if let Some(size) = const { Sizes::<Self, L>::SIZE } {
            checker.require(at, size)?;
            if is_present_valid::<Self, L>(checker, at, size) {
                return Ok(Bounce::End(at + size));
            }
        }
        let is_level = const { !is_block(&Self::SIZE_CLASS) };
        let outer = checker.budget;
        if is_level {
            checker.deeper(at, const { level_stack::<T>() })?;
        }
        at = first;
        if const { L::FORMAT.has_byte_strings() && <ShapeOf<T> as Shape>::IS_BYTE } {
            return L::check_leave(checker, state, at + N).map(Bounce::End);
        }
        let mut index = 0;
        while index < N {
            let (checked, end) = L::check_run::<ShapeOf<T>>(checker, at, N - index);
            (index, at) = (index + checked, end);
            if index < N {
                at = check_element::<T, N, L>(checker, at, index)
                    .map_err(|failed| checker.within_element(index, failed))?;
                index += 1;
            }
        }
        checker.budget = outer;
        L::check_leave_array(checker, state, at).map(Bounce::End)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_present<L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<(), Failed> {
        match const { Sizes::<Self, L>::SIZE } {
            Some(size) if is_present_valid::<Self, L>(checker, at, size) => Ok(()),
            _ => check_value::<Self, L>(checker, at).map(drop),
        }
    }

    unsafe fn skip<L: Layout>(pos: L::Pos) -> Bounce<L::Pos, SkipFn<L>> {
        // SAFETY: the caller promises an array at `pos`: `N` valid elements in order, where the layout enters it.
        unsafe {
            if let Some(size) = const { Sizes::<Self, L>::SIZE } {
                return Bounce::End(pos.advance(size));
            }
            let (state, mut pos) = L::enter_array::<ShapeOf<T>>(pos, N);
            for index in 0..N {
                pos = jump_element::<T, N, L>(pos, index);
            }
            Bounce::End(L::leave::<()>(state, pos))
        }
    }

    lazy_part_is_view!();

    #[inline(always)]
    unsafe fn apply<O: ShapeOp>(op: O) -> O::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { op.array::<T, N>() }
    }
}
