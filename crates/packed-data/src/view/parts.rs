//! The views of a constructor's fields, in order: the derive builds enums and structs of views from them.

use core::marker::PhantomData;

use super::View;
use crate::layout::{Access, ItemLayout};
use crate::shape::{Field, FieldPos, FixedBefore, List, NonEmpty, enter, span};
use crate::wire::invariant::Invariant;

/// The fields that are still to be viewed, as a type-level list `F`.
pub struct Parts<'a, F, L: Access> {
    /// Invariant (P1): valid fields `F`, none of which is absent, are stored at this position, in bytes that live for
    /// `'a`. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`. (As F1 of
    /// [`Fields`](crate::Fields), without brand.)
    fields: FieldPos<L::Layout>,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
}

impl<F: List, L: Access> Parts<'_, F, L> {
    /// Creates the list of fields at a position. Rejects, at compile time, fields that may be absent in a layout that
    /// counts items.
    ///
    /// # Safety
    ///
    /// `fields` satisfies P1, except that this function checks that no field is absent.
    #[inline(always)]
    pub(crate) unsafe fn new(fields: FieldPos<L::Layout>) -> Self {
        const {
            assert!(
                !L::Layout::COUNTS_ITEMS || F::REQUIRED == F::LEN,
                "a field with `#[packable(default)]` may be absent in this layout: read it with a cursor"
            );
        }
        Self { fields, types: PhantomData }
    }
}

impl<'a, T: Field, R: List, L: Access> Parts<'a, (T, R), L> {
    /// Returns the view of the first field, and the fields after it.
    #[inline(always)]
    pub fn next(self) -> (T::View<'a, L>, Parts<'a, R, L>) {
        let (first, others) = self.next_root();
        (T::view::<L>(first), others)
    }

    /// Returns the first field as a view of its canonical type, and the fields after it.
    #[inline(always)]
    pub(crate) fn next_root(self) -> (View<'a, T::Of, T::Access<L>>, Parts<'a, R, L>) {
        // SAFETY: by P1 valid fields are stored at `pos`. `self` is consumed, so only one view of the first field is
        // created; the other fields do not overlap it.
        unsafe {
            let (first, others) = span::<T, R, L::Layout>(self.fields);
            (View::new(first), Parts::new(others))
        }
    }
}

impl<'a, T: Field, L: Access> Parts<'a, (T, ()), L> {
    /// Returns the view of the last field.
    #[inline(always)]
    pub fn last(self) -> T::View<'a, L> {
        T::view::<L>(self.last_root())
    }

    /// Returns the last field as a view of its canonical type.
    #[inline(always)]
    pub(crate) fn last_root(self) -> View<'a, T::Of, T::Access<L>> {
        // SAFETY: by P1 a valid field is stored at `pos`. `self` is consumed, so only one view of it is created.
        unsafe { View::new(enter::<T, (), L::Layout>(self.fields)) }
    }
}

/// The view of the first field of the list `S`.
pub(super) type FirstView<'a, S, L> = <<S as NonEmpty>::First as Field>::View<'a, L>;

impl<'a, F: List, L: Access> Parts<'a, F, L> {
    /// Returns the view of the first field of the suffix `S`.
    #[inline(always)]
    pub(super) fn view_at<S: NonEmpty, I>(self) -> FirstView<'a, S, L>
    where
        F: FixedBefore<S, I>,
    {
        // SAFETY: by P1 valid fields are stored at `pos`, none of which is absent; so those of the suffix are stored
        // where `jump_to` returns. `self` is consumed, so only one view of the field is created.
        unsafe {
            let suffix = F::jump_to::<L::Layout>(self.fields);
            S::First::view::<L>(View::new(enter::<S::First, S::Others, L::Layout>(suffix)))
        }
    }
}
