//! The views of a constructor's fields, in order: the derive builds enums and structs of views from them.

use core::marker::PhantomData;

use super::View;
use crate::layout::{Access, FieldState, Pos};
use crate::shape::{At, Field, List, Variants, enter, span};
use crate::wire::invariant::Invariant;

/// One constructor of `V`, with its fields to be viewed: the argument of [`Match::view_case`](crate::Match::view_case).
pub struct ViewBranch<'a, V, L: Access> {
    /// Invariant (B1): `tag` is less than `V::COUNT`. Valid fields of that constructor are stored at `fields`, in bytes
    /// that live for `'a`. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`. (As B1 of
    /// [`Branch`](crate::cursor::Branch), without state and brand.)
    tag: u32,
    fields: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<V>, Invariant<L>)>,
}

impl<'a, V: Variants, L: Access> ViewBranch<'a, V, L> {
    /// Creates a branch from what the layout returns when it enters an enum.
    ///
    /// # Safety
    ///
    /// The arguments satisfy B1.
    #[inline(always)]
    pub(crate) unsafe fn new((tag, _, fields): (u32, FieldState<L>, Pos<L>)) -> Self {
        Self { tag, fields, types: PhantomData }
    }

    /// Returns the number of the constructor, counted from zero.
    #[inline(always)]
    pub fn tag(&self) -> u32 {
        // SAFETY: B1. (Repeated as a hint to the compiler: a `match` on the tag then needs no arm for greater numbers.)
        unsafe { core::hint::assert_unchecked(self.tag < V::COUNT) };
        self.tag
    }

    /// Returns the fields of constructor `I`.
    ///
    /// # Panics
    ///
    /// Panics if the value has another constructor.
    #[inline(always)]
    pub fn parts<I>(self) -> Parts<'a, V::FieldList, L>
    where
        V: At<I>,
    {
        assert!(self.tag == V::TAG, "the value has constructor {}, not constructor {}", self.tag, V::TAG);
        // SAFETY: by B1 these are the fields of constructor `V::TAG`, and satisfy P1.
        unsafe { Parts::new(self.fields) }
    }

    /// Panics: for the last arm of a `match` on [`tag`](Self::tag), which is never reached.
    ///
    /// # Panics
    ///
    /// Always.
    #[cold]
    pub fn no_such_constructor(self) -> ! {
        unreachable!("constructor {} is not one of {}", self.tag, V::COUNT)
    }
}

/// The fields that are still to be viewed, as a type-level list `F`.
pub struct Parts<'a, F, L: Access> {
    /// Invariant (P1): valid fields `F` are stored at this position, in bytes that live for `'a`. If `L` is `Edit`,
    /// nothing else reads or writes their scalars during `'a`. (As F1 of [`Fields`](crate::Fields), without state and
    /// brand.)
    pos: Pos<L>,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
}

impl<F, L: Access> Parts<'_, F, L> {
    /// Creates the list of fields at a position.
    ///
    /// # Safety
    ///
    /// `pos` satisfies P1.
    #[inline(always)]
    pub(crate) unsafe fn new(pos: Pos<L>) -> Self {
        Self { pos, types: PhantomData }
    }
}

impl<'a, T: Field, R: List, L: Access> Parts<'a, (T, R), L> {
    /// Returns the view of the first field, and the fields after it.
    #[inline(always)]
    pub fn next(self) -> (T::View<'a, L>, Parts<'a, R, L>) {
        // SAFETY: by P1 valid fields are stored at `pos`. `self` is consumed, so only one view of the first field is
        // created; the other fields do not overlap it.
        unsafe {
            let (first, others) = span::<T, R, L::Layout>(self.pos);
            (T::view::<L>(View::new(first)), Parts::new(others))
        }
    }
}

impl<'a, T: Field, L: Access> Parts<'a, (T, ()), L> {
    /// Returns the view of the last field.
    #[inline(always)]
    pub fn last(self) -> T::View<'a, L> {
        // SAFETY: by P1 a valid field is stored at `pos`. `self` is consumed, so only one view of it is created.
        T::view::<L>(unsafe { View::new(enter::<T, (), L::Layout>(self.pos)) })
    }
}
