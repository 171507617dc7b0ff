//! From one value of a fold to those in it: by which function each is folded, and what is checked before.
//!
//! Folds by a trait and folds by node differ in how one value is folded, which a [`Way`] says; the rest is here.

use super::unroll::{Call, Childless, Paid, Singly, Unroll};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, ItemLayout, Layout};
use crate::packable::Packable;
use crate::wire::budget::Budget;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::stack::StackLimit;
use crate::wire::steps;

/// A way to fold the values of one type.
pub(super) trait Way<'a, L: Access> {
    type Value: Packable<As = Self::Value>;
    type Folder: ?Sized;
    type Out;
    type Error: From<TooDeep>;
    /// How many levels are inlined into one function.
    type Unroll: Unroll;
    /// The charge for a level, in bytes of stack.
    const STACK: u32;
    /// The bytes of stack that a level may take in addition, which are compared with the real stack.
    const AHEAD: usize;

    /// Returns whether the value has a constructor without recursive fields.
    fn is_childless(cursor: &Cursor<'a, '_, Self::Value, L>) -> bool;

    /// Returns the number of levels along first recursive fields, at most `most`.
    fn leading<M: Layout>(cursor: Cursor<'_, '_, Self::Value, M>, most: u32) -> u32;

    /// Folds one value, after its recursive fields.
    fn step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self::Value, L>,
        fold: &mut Self::Folder,
        levels: Levels,
    ) -> Folded<'a, 'id, L, Self>;
}

/// What a fold of a value returns.
pub(super) type Folded<'a, 'id, L, W> = Result<Done<'id, <W as Way<'a, L>>::Out, L>, <W as Way<'a, L>>::Error>;

/// Folds a whole value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn root<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    if W::is_childless(&cursor) {
        return childless::<W, L>(cursor, fold, levels);
    }
    // SAFETY: C1 holds for the same position. This cursor only reads, and is gone before `cursor` is used; its brand is
    // fresh.
    let first: Cursor<'_, '_, W::Value, L::Layout> = unsafe { Cursor::new(cursor.pos()) };
    let singles = singles::<W::Unroll>(W::leading(first, MOST_LEADING));
    singly::<W, L>(cursor, fold, levels.with_singles(singles))
}

/// Folds the value of a recursive field, one level down, as `U` says.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn field<'a, 'id, W: Way<'a, L>, L: Access, U: Unroll>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    steps::count(1);
    // (The functions that are called check the real stack.)
    let levels = levels.deeper_in(W::STACK, U::IS_PAID)?;
    if U::INLINE {
        W::step::<U::Next>(cursor, fold, levels)
    } else if U::INLINE_CHILDLESS && W::is_childless(&cursor) {
        childless::<W, L>(cursor, fold, levels)
    } else if U::IS_SINGLY {
        singly::<W, L>(cursor, fold, levels)
    } else {
        call::<W, L>(cursor, fold, levels)
    }
}

/// Folds one value out of line; the levels inlined into one function end here.
#[cfg_attr(not(debug_assertions), inline(always))]
fn call<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    let mut error = TooDeep::new(0).into();
    let (left, stack_limit, all) = levels.into_parts();
    several::<W, L>(cursor, fold, left, stack_limit, all, &mut error).ok_or(error)
}

/// Folds one value, and in the same function the levels that are inlined into it. If it fails, it writes the reason to
/// `error`.
///
/// (What it receives and returns is in registers. `Levels` would be in memory, and so would be a `Result` with an error
/// of another type than the value. Measured on perfect trees: together with the budget, which is not checked again for
/// each level, folding took 0.6 to 0.8 of the time.)
#[inline(never)]
fn several<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    left: Budget,
    stack_limit: StackLimit,
    all: Budget,
    error: &mut W::Error,
) -> Option<Done<'id, W::Out, L>> {
    // The budget and the stack are checked once for all levels of this function.
    let levels = Levels::from_parts(left, stack_limit, all);
    let done = if levels.suffices(<W::Unroll as Unroll>::DEPTH, W::STACK, W::AHEAD) {
        W::step::<Paid<W::Unroll>>(cursor, fold, levels)
    } else if let Err(too_deep) = levels.require_stack(W::AHEAD) {
        Err(too_deep.into())
    } else {
        W::step::<Call>(cursor, fold, levels)
    };
    done.map_err(|reason| *error = reason).ok()
}

/// Folds one value out of line: in a function for one level if there is another one to be folded singly, otherwise as
/// [`call`] does.
#[cfg_attr(not(debug_assertions), inline(always))]
fn singly<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    let Some(levels) = levels.take_single() else {
        return call::<W, L>(cursor, fold, levels);
    };
    let mut error = TooDeep::new(0).into();
    let (left, stack_limit, all) = levels.into_parts();
    single::<W, L>(cursor, fold, left, stack_limit, all, &mut error).ok_or(error)
}

/// Folds one value, and calls functions for those in it. If it fails, it writes the reason to `error`.
#[inline(never)]
fn single<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    left: Budget,
    stack_limit: StackLimit,
    all: Budget,
    error: &mut W::Error,
) -> Option<Done<'id, W::Out, L>> {
    let levels = Levels::from_parts(left, stack_limit, all);
    let done = match levels.require_stack(W::AHEAD) {
        Ok(()) => W::step::<Singly>(cursor, fold, levels),
        Err(too_deep) => Err(too_deep.into()),
    };
    done.map_err(|reason| *error = reason).ok()
}

/// Folds one value without recursive fields: in the same function, except in CBOR. (There the code that reads one is
/// long; with a copy for each innermost value, the compiler inlined less of it, and folding a perfect tree took 1.15
/// times the instructions.)
#[cfg_attr(not(debug_assertions), inline(always))]
fn childless<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    if L::Layout::HAS_TAGS { apart::<W, L>(cursor, fold, levels) } else { W::step::<Childless>(cursor, fold, levels) }
}

/// Folds one value without recursive fields, out of line.
#[inline(never)]
fn apart<'a, 'id, W: Way<'a, L>, L: Access>(
    cursor: Cursor<'a, 'id, W::Value, L>,
    fold: &mut W::Folder,
    levels: Levels,
) -> Folded<'a, 'id, L, W> {
    W::step::<Childless>(cursor, fold, levels)
}

/// The greatest number of leading levels that are counted: more would take time, and a tree whose leaves are all at the
/// same depth has fewer.
const MOST_LEADING: u32 = 64;

/// Returns the number of levels to be folded singly in a tree with `leading` levels along first recursive fields.
#[cfg_attr(not(debug_assertions), inline(always))]
fn singles<U: Unroll>(leading: u32) -> u32 {
    const { assert!(U::DEPTH <= StackLimit::MOST_COUNT) };
    if leading < U::DEPTH || leading >= MOST_LEADING { 0 } else { leading % U::DEPTH }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::fold::unroll::Inline;

    #[test]
    fn functions_end_at_the_innermost_level() {
        type Three = Inline<Inline<Call>>;
        let of = |leading| singles::<Three>(leading);
        // (A tree of fewer levels is in one function.)
        assert_eq!([0, 1, 2].map(of), [0; 3]);
        assert_eq!([3, 4, 5, 6, 7].map(of), [0, 1, 2, 0, 1]);
        assert_eq!(of(MOST_LEADING), 0, "it is not known how many there are");
        assert!((0..MOST_LEADING).all(|leading| singles::<Call>(leading) == 0));
    }
}
