//! Rewriting over the constructors of an enum.

use alloc::vec::Vec;
use core::marker::PhantomData;

use super::{Plan, Rewriting, Rewritten};
use crate::build::{Needs, NeedsFields};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::variants::{GROUP, Group};
use crate::shape::{Enum, FieldPos, List, More, Named, Variants};

/// A place for an enum, which is begun with constructor `tag` when the group of that constructor is found.
pub struct ConstructorPlace<'n, T: ?Sized, N: ?Sized, V, L> {
    pub(super) needs: Needs<'n, T, L>,
    pub(super) tag: u32,
    pub(super) types: PhantomData<(PhantomData<N>, V)>,
}

impl<'n, N: Named + ?Sized, V: Variants, T: Packable<Shape = Enum<N, V>> + ?Sized, L: Layout>
    ConstructorPlace<'n, T, N, V, L>
{
    /// Begins the constructor, whose list of fields is `F`.
    ///
    /// # Safety
    ///
    /// `F` is that list.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin<F: List>(self) -> NeedsFields<'n, F, L> {
        // SAFETY: the caller's promise is passed on.
        unsafe { self.needs.constructor::<F, N, V>(self.tag) }
    }
}

/// The operation over the constructors of an enum. All [`Variants`] implement it.
///
/// # Safety
///
/// Only the library implements this trait. `rewrite` returns the end of the fields.
pub unsafe trait RewriteVariants: Sized {
    /// Adds the types of the fields of all constructors to the plan, and their nodes to `constructors`.
    fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>);

    /// Rewrites the fields of constructor `tag`, as one bounce; returns the place if there is no such constructor.
    ///
    /// # Errors
    ///
    /// Returns the place.
    ///
    /// # Safety
    ///
    /// If there is such a constructor, valid fields of it are stored at `from`. It is the one that `to` begins.
    unsafe fn rewrite<'n, T, N, V, L>(
        tag: u32,
        from: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        nodes: &[usize],
        rewriting: &Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout;
}

// SAFETY: there are no constructors, and `rewrite` returns the place.
unsafe impl RewriteVariants for () {
    fn parts(_: &mut Plan, _: &mut Vec<Vec<usize>>) {}

    unsafe fn rewrite<'n, T, N, V, L>(
        _: u32,
        _: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        _: &[usize],
        _: &Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout,
    {
        Err(to)
    }
}

// SAFETY: tags less than 16 belong to the group `H`, the others, less 16, to `R`, as for `Variants`.
unsafe impl<H: Group, R: Variants> RewriteVariants for More<H, R> {
    fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>) {
        H::parts(plan, constructors);
        R::parts(plan, constructors);
    }

    unsafe fn rewrite<'n, T, N, V, L>(
        tag: u32,
        from: FieldPos<L>,
        to: ConstructorPlace<'n, T, N, V, L>,
        nodes: &[usize],
        rewriting: &Rewriting<'_, L>,
    ) -> Result<Rewritten<'n, L>, ConstructorPlace<'n, T, N, V, L>>
    where
        T: Packable<Shape = Enum<N, V>> + ?Sized,
        N: Named + ?Sized,
        V: Variants,
        L: Layout,
    {
        // SAFETY: the caller's promise is passed on to the group that has the tag, for the same fields.
        unsafe {
            match H::rewrite(tag, from, to, nodes, rewriting) {
                Err(to) => R::rewrite(tag.wrapping_sub(GROUP), from, to, nodes, rewriting),
                rewritten => rewritten,
            }
        }
    }
}

/// Implements [`RewriteVariants`] for a tuple of lists of fields.
macro_rules! group {
    ($($V:ident $tag:literal),+) => {
        // SAFETY: the list of fields of a tag is taken from the same position of the tuple as in `Variants`.
        unsafe impl<$($V: List),+> RewriteVariants for ($($V,)+) {
            fn parts(plan: &mut Plan, constructors: &mut Vec<Vec<usize>>) {
                $(
                    let mut fields = Vec::new();
                    $V::parts(plan, &mut fields);
                    constructors.push(fields);
                )+
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn rewrite<'n, T, N_, V_, L_>(
                tag: u32,
                from: FieldPos<L_>,
                to: ConstructorPlace<'n, T, N_, V_, L_>,
                nodes: &[usize],
                rewriting: &Rewriting<'_, L_>,
            ) -> Result<Rewritten<'n, L_>, ConstructorPlace<'n, T, N_, V_, L_>>
            where
                T: Packable<Shape = Enum<N_, V_>> + ?Sized,
                N_: Named + ?Sized,
                V_: Variants,
                L_: Layout,
            {
                // SAFETY: the caller promises valid fields of constructor `tag`, and a place for that constructor.
                unsafe {
                    match tag {
                        $($tag => Ok($V::rewrite(L_::begin_fields::<$V>(from), to.begin::<$V>(), nodes, rewriting)),)+
                        _ => Err(to),
                    }
                }
            }
        }
    };
}

/// Implements it for all tuples up to the given one.
macro_rules! groups {
    (($($V:ident $tag:literal),+)) => { group!($($V $tag),+); };
    (($($V:ident $tag:literal),+) $next:ident $number:literal $($rest:tt)*) => {
        group!($($V $tag),+);
        groups!(($($V $tag,)+ $next $number) $($rest)*);
    };
}

groups!((A 0) B 1 C 2 D 3 E 4 F 5 G 6 H 7 I 8 J 9 K 10 M 11 O 12 P 13 Q 14 R 15);
