//! The views of a constructor's fields, one after the other: what the derive puts together.

use core::marker::PhantomData;

use super::View;
use crate::invariant::Invariant;
use crate::layout::{Access, Frame, Pos};
use crate::shape::{At, Field, List, Variants, enter, span};

/// One constructor out of `V`, to be viewed: what [`Match::view_case`](crate::Match::view_case) is given.
pub struct ViewBranch<'a, V, L: Access> {
    /// Invariant (B1): as of [`Branch`](crate::cursor::Branch).
    tag: u32,
    fields: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<V>, Invariant<L>)>,
}

impl<'a, V: Variants, L: Access> ViewBranch<'a, V, L> {
    /// # Safety
    ///
    /// B1.
    #[inline(always)]
    pub(crate) unsafe fn new((tag, _, fields): (u32, Frame<L>, Pos<L>)) -> Self {
        Self { tag, fields, types: PhantomData }
    }

    /// The number of the constructor, counted from zero.
    #[inline(always)]
    pub fn tag(&self) -> u32 {
        // SAFETY: B1. (Said again here so that a `match` on it needs no arm for other numbers.)
        unsafe { core::hint::assert_unchecked(self.tag < V::COUNT) };
        self.tag
    }

    /// The fields of constructor `I`.
    ///
    /// # Panics
    ///
    /// It is another constructor.
    #[inline(always)]
    pub fn parts<I>(self) -> Parts<'a, V::Fields, L>
    where
        V: At<I>,
    {
        assert!(self.tag == V::TAG, "constructor {} taken for {}", self.tag, V::TAG);
        // SAFETY: by B1 these are the fields at `fields`.
        unsafe { Parts::new(self.fields) }
    }

    /// There is no such constructor: for the last arm of a `match` on [`tag`](Self::tag).
    ///
    /// # Panics
    ///
    /// Always.
    #[cold]
    pub fn no_such_constructor(self) -> ! {
        unreachable!("constructor {} of {}", self.tag, V::COUNT)
    }
}

/// The fields `F` that are still to be viewed.
pub struct Parts<'a, F, L: Access> {
    /// Invariant (P1): as F1 of [`Fields`](crate::Fields), without a brand.
    pos: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
}

impl<F, L: Access> Parts<'_, F, L> {
    /// # Safety
    ///
    /// P1.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: Pos<L>) -> Self {
        Self { pos, types: PhantomData }
    }
}

impl<'a, T: Field, R: List, L: Access> Parts<'a, (T, R), L> {
    /// The view of the first field, and the others.
    #[inline(always)]
    pub fn next(self) -> (T::View<'a, L>, Parts<'a, R, L>) {
        // SAFETY: by P1 valid fields stand here; `self` is used up, so the first is given away once, and the others
        // are beside it.
        unsafe {
            let (first, others) = span::<T, R, L::Layout>(self.pos);
            (T::view::<L>(View::new(first)), Parts::new(others))
        }
    }
}

impl<'a, T: Field, L: Access> Parts<'a, (T, ()), L> {
    /// The view of the last field.
    #[inline(always)]
    pub fn last(self) -> T::View<'a, L> {
        // SAFETY: by P1 the field stands here; `self` is used up, so it is given away once.
        T::view::<L>(unsafe { View::new(enter::<T, (), L::Layout>(self.pos)) })
    }
}
