//! Checks of fields: their sizes, and their charges for nesting.

use super::charge::level_stack;
use super::check::Checked;
use super::first_field::FirstField;
use super::list::{LEAVES_LAST, UNMEASURED};
#[cfg(feature = "rayon-1")]
use super::parts;
use super::size_class::{is_walked, shortage};
use super::{Bounce, CheckFn, Field, INLINED, List, Shape, ShapeOf, SizeClass, check_trampolined, check_value};
use crate::layout::{CheckerOf, Frame, Layout};
use crate::wire::checker::{Failed, Owner};
use crate::wire::error::ErrorKind;

/// Checks a field whose size is not static, then the fields after it. `LAST` as for [`List::check`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_walked<T: Field, R: List, L: Layout, const LAST: bool>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    owner: Owner,
    index: u32,
    state: L::FieldCheck,
) -> Checked<L> {
    if const { FirstField::<T, R>::is_sized_last::<L>() } {
        // (Its size must be compared with its end, so it is not left to the trampoline. It takes stack once: an
        // extensible value inside it is a level.)
        return match check_after_size::<L>(checker, at, check_value::<ShapeOf<T>, L>) {
            Ok(end) => R::check::<L, UNMEASURED, LAST>(checker, end, owner, index + 1, state.next_field()),
            Err(failed) => Err(checker.within_field(owner, index, failed)),
        };
    }
    if FirstField::<T, R>::IS_LAST {
        if let Err(failed) = L::check_last(checker, state, at) {
            return Err(checker.within_field(owner, index, failed));
        }
        let at = if const { FirstField::<T, R>::is_sized::<L>() } {
            match L::check_last_size(checker, at) {
                Ok(at) => at,
                Err(failed) => return Err(checker.within_field(owner, index, failed)),
            }
        } else {
            at
        };
        if const { !<ShapeOf<T> as Shape>::NESTS } {
            return match <ShapeOf<T> as Shape>::check_end::<L>(checker, at) {
                Ok(end) => Ok(Bounce::End(end)),
                Err(failed) => Err(checker.within_field(owner, index, failed)),
            };
        }
        checker.enter_last(owner, index);
        if const { LAST == LEAVES_LAST } {
            return Ok(Bounce::Continue(at, CheckFn(<ShapeOf<T> as Shape>::check::<L>)));
        }
        return match <ShapeOf<T> as Shape>::check::<L>(checker, at) {
            Ok(bounce) => Ok(bounce),
            Err(failed) => Err(checker.within_field(owner, index, failed)),
        };
    }
    let end = match check_sized::<T, R, L>(checker, at) {
        Ok(end) => end,
        Err(failed) => return Err(checker.within_field(owner, index, failed)),
    };
    R::check::<L, UNMEASURED, LAST>(checker, end, owner, index + 1, state.next_field())
}

/// Checks that the next field of the static part, of `size` bytes, is within that part, in a value with a head.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check_fixed<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    state: L::FieldCheck,
    size: usize,
) -> Result<(), Failed> {
    let at = state.fixed();
    let left = state.static_end(at).saturating_sub(at);
    if size <= left {
        return Ok(());
    }
    Err(checker.fail(ErrorKind::UnexpectedEnd { needed: size as u64, left }, at))
}

/// Checks a field that is not the last one, and the size before it if the layout writes one.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_sized<T: Field, R: List, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    if const { !FirstField::<T, R>::is_sized::<L>() } {
        return check_nested::<T, L>(checker, at);
    }
    #[cfg(feature = "rayon-1")]
    {
        let (start, stated) = L::check_size(checker, at)?;
        if checker.postpones(start, stated) {
            return Ok(parts::postpone_field::<T, L>(checker, start, stated));
        }
        let end = check_nested::<T, L>(checker, start)?;
        checker.require_size(at, stated, end - start)?;
        Ok(end)
    }
    #[cfg(not(feature = "rayon-1"))]
    check_after_size::<L>(checker, at, check_nested::<T, L>)
}

/// Reads the size that the layout writes before a value, checks the value with `check`, and compares the two.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check_after_size<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    check: impl FnOnce(&mut CheckerOf<'_, L>, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (start, stated) = L::check_size(checker, at)?;
    let end = check(checker, start)?;
    checker.require_size(at, stated, end - start)?;
    Ok(end)
}

/// Returns whether a value of this shape is a level of nesting where it is not a last field. (Sequences and arrays are
/// counted by their own checks, wherever they are.)
pub(crate) const fn is_level<S: Shape>() -> bool {
    !matches!(S::SIZE_CLASS, SizeClass::Repeat(..)) && is_walked(&S::SIZE_CLASS)
}

/// Checks a value that is not a last field, one level deeper if it is a level.
#[inline]
pub(super) fn check_nested<T: Field, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    if const { T::IS_KEY && !ShapeOf::<T>::FLAT } {
        let outer = checker.budget;
        checker.enter_key(at)?;
        let end = check_level::<T, L>(checker, at)?;
        checker.budget = outer;
        return Ok(end);
    }
    check_level::<T, L>(checker, at)
}

/// Checks a value that is a level but is neither a last field nor a key.
#[inline]
fn check_level<T: Field, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    if const { !is_level::<ShapeOf<T>>() } {
        return check_value::<ShapeOf<T>, L>(checker, at);
    }
    let stack = const { level_stack::<T>() };
    // (Data that the reader does not know may nest, even in a shallow value.)
    if const { ShapeOf::<T>::IS_SHALLOW && !L::COUNTS_ITEMS } {
        // (Measured on small enums: decrementing and incrementing the budget in memory takes longer than checking the
        // value.)
        checker.require_level(at, stack)?;
        return check_value::<ShapeOf<T>, L>(checker, at);
    }
    checker.deeper(at, stack)?;
    let end = if const { ShapeOf::<T>::NESTS } {
        check_apart::<ShapeOf<T>, L>(checker, at)?
    } else {
        check_value::<ShapeOf<T>, L>(checker, at)?
    };
    checker.shallower(stack);
    Ok(end)
}

/// Checks a value that may contain values of the same type. Kept out of line, so that recursion goes through the
/// trampoline, with the bounce inlined in it. (Measured on a perfect tree: if the bounce calls itself with the
/// trampoline inlined, validating takes twice as long.)
#[inline(never)]
fn check_apart<S: Shape, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize) -> Result<usize, Failed> {
    check_trampolined::<S, L, INLINED>(checker, at)
}

/// Reports that the leading fields of static size from `at` on do not fit in the input. `fields` is the size class of
/// the fields from `index` on. (One function for all types of a layout.)
#[cold]
#[inline(never)]
pub(crate) fn short_of<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
    fields: &SizeClass,
    owner: Owner,
    index: u32,
) -> Failed {
    let (before, needed, offset) = shortage(fields, L::FORMAT, checker.left(at));
    let failed = checker.unexpected_end(at + offset, needed as u64);
    checker.within_field(owner, index + before, failed)
}
