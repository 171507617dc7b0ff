//! Folds of whole values, from cursors, views and packed data.

use core::marker::PhantomData;

use super::engine::{self, Way};
use super::{Foldable, Stopped, Unroll};
use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Edit, InPlace, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, BufferMut, Packed};
use crate::shape::fold_ahead;
use crate::view::View;
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;
use crate::wire::stack::fold_stack;

/// The way of a fold `F` by a trait.
pub(super) struct ByTrait<T, F: ?Sized>(PhantomData<(T, F)>);

impl<'a, T, L, F> Way<'a, L> for ByTrait<T, F>
where
    T: Foldable<'a, L, F>,
    L: Access,
    F: ?Sized,
{
    type Value = T;
    type Folder = F;
    type Out = T::Out;
    type Error = Stopped;
    type Unroll = T::Unroll;

    const STACK: u32 = fold_stack::<T::Out>();
    const AHEAD: usize = fold_ahead::<T::Shape, T::Out>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn is_childless(cursor: &Cursor<'a, '_, T, L>) -> bool {
        T::is_childless(cursor)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(cursor: Cursor<'_, '_, T, M>, most: u32) -> u32 {
        T::leading(cursor, most)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, T, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, T::Out, L>, Stopped> {
        T::fold_step::<U>(cursor, fold, levels)
    }
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
    engine::root::<ByTrait<T, F>, L>(cursor, fold, Levels::within(limits))
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
