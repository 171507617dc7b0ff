//! Folds of whole values, from cursors, views and packed data.

use super::unroll::{Childless, Paid, Singly};
use super::{Call, Foldable, Stopped, Unroll};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Edit, InPlace, ItemLayout, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, BufferMut, Packed};
use crate::shape::fold_ahead;
use crate::view::View;
use crate::wire::budget::Budget;
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;
use crate::wire::stack::{StackLimit, fold_stack};

/// Folds one value out of line; the levels inlined into one function end here.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fold_call<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    let mut stopped = Stopped::Over;
    let (left, stack_limit, all) = levels.into_parts();
    fold_levels(cursor, fold, left, stack_limit, all, &mut stopped).ok_or(stopped)
}

/// Folds one value, and in the same function the levels that are inlined into it. If it fails, it writes the reason to
/// `stopped`.
///
/// (What it receives and returns is in registers. `Levels` would be in memory, and so would be a `Result` with an error
/// of another type than the value. Measured on perfect trees: together with the budget, which is not checked again for
/// each level, folding took 0.6 to 0.8 of the time.)
#[inline(never)]
fn fold_levels<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    left: Budget,
    stack_limit: StackLimit,
    all: Budget,
    stopped: &mut Stopped,
) -> Option<Done<'id, T::Out, L>>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    // The budget and the stack are checked once for all levels of this function.
    let levels = Levels::from_parts(left, stack_limit, all);
    let (stack, ahead) = const { (fold_stack::<T::Out>(), fold_ahead::<T::Shape, T::Out>()) };
    let done = if levels.suffices(<T::Unroll as Unroll>::DEPTH, stack, ahead) {
        T::fold_step::<Paid<T::Unroll>>(cursor, fold, levels)
    } else if let Err(error) = levels.require_stack(ahead) {
        Err(error.into())
    } else {
        T::fold_step::<Call>(cursor, fold, levels)
    };
    done.map_err(|error| *stopped = error).ok()
}

/// Folds one value out of line: in a function for one level if there is another one to be folded singly, otherwise as
/// [`fold_call`] does.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fold_singly<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    let Some(levels) = levels.take_single() else {
        return fold_call(cursor, fold, levels);
    };
    let mut stopped = Stopped::Over;
    let (left, stack_limit, all) = levels.into_parts();
    fold_level(cursor, fold, left, stack_limit, all, &mut stopped).ok_or(stopped)
}

/// Folds one value, and calls functions for those in it. If it fails, it writes the reason to `stopped`.
#[inline(never)]
fn fold_level<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    left: Budget,
    stack_limit: StackLimit,
    all: Budget,
    stopped: &mut Stopped,
) -> Option<Done<'id, T::Out, L>>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    let levels = Levels::from_parts(left, stack_limit, all);
    let done = match levels.require_stack(const { fold_ahead::<T::Shape, T::Out>() }) {
        Ok(()) => T::fold_step::<Singly>(cursor, fold, levels),
        Err(error) => Err(error.into()),
    };
    done.map_err(|error| *stopped = error).ok()
}

/// Folds one value without recursive fields: in the same function, except in CBOR. (There the code that reads one is
/// long; with a copy for each innermost value, the compiler inlined less of it, and folding a perfect tree took 1.15
/// times the instructions.)
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn fold_childless<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    if L::Layout::HAS_TAGS { fold_apart(cursor, fold, levels) } else { T::fold_step::<Childless>(cursor, fold, levels) }
}

/// Folds one value without recursive fields, out of line.
#[inline(never)]
fn fold_apart<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    levels: Levels,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    T::fold_step::<Childless>(cursor, fold, levels)
}

/// Folds a whole value.
#[cfg_attr(not(debug_assertions), inline(always))]
fn fold_cursor<'a, 'id, T, L, F>(
    cursor: Cursor<'a, 'id, T, L>,
    fold: &mut F,
    limits: &Limits,
) -> Result<Done<'id, T::Out, L>, Stopped>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    let levels = Levels::within(limits);
    if T::is_childless(&cursor) {
        return fold_childless(cursor, fold, levels);
    }
    // SAFETY: C1 holds for the same position. This cursor only reads, and is gone before `cursor` is used; its brand is
    // fresh.
    let first: Cursor<'_, '_, T, L::Layout> = unsafe { Cursor::new(cursor.pos()) };
    let singles = singles::<T::Unroll>(T::leading(first, MOST_LEADING));
    fold_singly(cursor, fold, levels.with_singles(singles))
}

/// The greatest number of leading levels that are counted: more would take time, and a tree whose leaves are all at the
/// same depth has fewer.
pub(super) const MOST_LEADING: u32 = 64;

/// Returns the number of levels to be folded singly in a tree with `leading` levels along first recursive fields.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn singles<U: Unroll>(leading: u32) -> u32 {
    const { assert!(U::DEPTH <= StackLimit::MOST_COUNT) };
    if leading < U::DEPTH || leading >= MOST_LEADING { 0 } else { leading % U::DEPTH }
}

// (In these methods the type of the result is a parameter. If it were written as an associated type, the compiler
// would report for other types that there is no such method, without the message of `Foldable`.)

impl<'a, 'id, T: Packable<As = T>, L: Access> Cursor<'a, 'id, T, L> {
    /// Folds the value, within the default limits.
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.read(|nat| nat.fold(&mut Count).unwrap()), 1);
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold says that it is over, or if the value nests more deeply than the limits allow.
    #[inline]
    pub fn fold<F, Out>(self, fold: &mut F) -> Result<Done<'id, Out, L>, Stopped>
    where
        T: Foldable<'a, L, F, Out = Out>,
        F: ?Sized,
    {
        fold_cursor(self, fold, &Limits::DEFAULT)
    }
}

impl<'a, T: Packable<As = T>, L: Access> View<'a, T, L> {
    /// Folds the value, within the default limits.
    ///
    /// ```
    /// use packed_data::{Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.view().fold(&mut Count), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold says that it is over, or if the value nests more deeply than the limits allow.
    #[inline]
    pub fn fold<F, Out>(self, fold: &mut F) -> Result<Out, Stopped>
    where
        T: Foldable<'a, L, F, Out = Out>,
        F: ?Sized,
    {
        self.fold_within(fold, &Limits::DEFAULT)
    }

    /// Folds the value, within `limits`.
    ///
    /// ```
    /// use packed_data::{Layout, Limits, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Nat {
    ///     Zero,
    ///     Succ(Box<Nat>),
    /// }
    ///
    /// struct Count;
    ///
    /// impl<'a, L: Layout> NatFold<'a, L> for Count {
    ///     type Out = u32;
    ///
    ///     fn zero(&mut self) -> u32 {
    ///         0
    ///     }
    ///
    ///     fn succ(&mut self, n: u32) -> u32 {
    ///         n + 1
    ///     }
    /// }
    ///
    /// let packed: Packed<Nat> = Packed::pack(&Nat::Succ(Box::new(Nat::Zero)));
    /// assert_eq!(packed.view().fold_within(&mut Count, &Limits { depth: 10, ..Limits::DEFAULT }), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold says that it is over, or if the value nests more deeply than the limits allow.
    #[inline]
    pub fn fold_within<F, Out>(self, fold: &mut F, limits: &Limits) -> Result<Out, Stopped>
    where
        T: Foldable<'a, L, F, Out = Out>,
        F: ?Sized,
    {
        // SAFETY: V1 implies C1. The view is consumed, and the brand is fresh.
        let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(self.pos()) };
        Ok(fold_cursor(cursor, fold, limits)?.into_value())
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Folds the value bottom-up, within the default limits. Several levels of the recursion are inlined into one
    /// function, which avoids most of the calls.
    ///
    /// ```
    /// use packed_data::{Access, Layout, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct Depth;
    ///
    /// impl<'a, L: Layout> TreeFold<'a, L> for Depth {
    ///     type Out = usize;
    ///
    ///     fn leaf(&mut self, _: i64) -> usize {
    ///         0
    ///     }
    ///
    ///     fn node(&mut self, left: usize, right: usize) -> usize {
    ///         1 + left.max(right)
    ///     }
    /// }
    ///
    /// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
    /// assert_eq!(Packed::<Tree>::pack(&tree).fold(&mut Depth), Ok(1));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold says that it is over, or if the value nests more deeply than the limits allow.
    #[inline]
    pub fn fold<'a, F, Out>(&'a self, fold: &mut F) -> Result<Out, Stopped>
    where
        T::As: Foldable<'a, L, F, Out = Out> + Sized,
        F: ?Sized,
    {
        self.root().fold(fold)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Folds the value bottom-up, within the default limits; the fold may overwrite its scalars.
    ///
    /// ```
    /// use packed_data::view::ScalarMut;
    /// use packed_data::{Compact, Edit, Packable, Packed};
    ///
    /// #[derive(Debug, PartialEq, Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// struct Increment;
    ///
    /// impl<'a> TreeFold<'a, Edit<Compact>> for Increment {
    ///     type Out = ();
    ///
    ///     fn leaf(&mut self, mut n: ScalarMut<'a, i64, Compact>) {
    ///         n.update(|n| n + 1);
    ///     }
    ///
    ///     fn node(&mut self, _: (), _: ()) {}
    /// }
    ///
    /// let mut packed: Packed<Tree> = Packed::pack(&Tree::Leaf(41));
    /// packed.fold_mut(&mut Increment)?;
    /// assert_eq!(packed.unpack()?, Tree::Leaf(42));
    /// # Ok::<(), Box<dyn std::error::Error>>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an error if the fold says that it is over, or if the value nests more deeply than the limits allow.
    /// Scalars that were overwritten before that keep their new values.
    #[inline]
    pub fn fold_mut<'a, F, Out>(&'a mut self, fold: &mut F) -> Result<Out, Stopped>
    where
        T::As: Foldable<'a, Edit<L>, F, Out = Out> + Sized,
        F: ?Sized,
        L: InPlace,
        B: BufferMut,
    {
        self.root_mut().fold(fold)
    }
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
