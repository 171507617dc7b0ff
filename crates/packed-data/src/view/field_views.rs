//! The views of a constructor's fields, in order: the derive builds enums and structs of views from them.

use core::marker::PhantomData;

use super::View;
use crate::layout::{Access, ItemLayout};
use crate::shape::{End, Field, FieldPos, FixedBefore, List, NonEmpty, enter, is_absent, span};
use crate::wire::invariant::Invariant;

/// The fields that are still to be viewed, as a type-level list `F`.
pub struct FieldViews<'a, F, L: Access> {
    /// Invariant (P1): valid fields `F`, except for those that are absent, are stored at this position, in bytes that
    /// live for `'a`. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`. (As F1 of
    /// [`Fields`](crate::cursor::Fields), without brand.)
    fields: FieldPos<L::Layout>,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
}

impl<F: List, L: Access> FieldViews<'_, F, L> {
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

impl<'a, T: Field, R: List, L: Access> FieldViews<'a, (T, R), L> {
    /// Returns the view of the first field, and the fields after it.
    #[inline(always)]
    pub fn next(self) -> (T::View<'a, L>, FieldViews<'a, R, L>) {
        // SAFETY: by P1 the fields are stored at `pos`, except for those that are absent: nothing is stored for these,
        // so the other fields begin at the same place.
        unsafe {
            if const { T::MAY_BE_ABSENT } && is_absent::<T, R, L::Layout>(self.fields) {
                return (T::view_absent::<L>(), FieldViews::new(self.fields));
            }
            let (first, others) = self.next_root();
            (T::view::<L>(first), others)
        }
    }

    /// Returns the first field as a view of its canonical type, and the fields after it.
    ///
    /// # Safety
    ///
    /// The first field is not absent.
    #[inline(always)]
    pub(crate) unsafe fn next_root(self) -> (View<'a, T::Of, T::Access<L>>, FieldViews<'a, R, L>) {
        // SAFETY: by P1 valid fields are stored at `pos`, the first of which is there. `self` is consumed, so only one
        // view of it is created; the other fields do not overlap it.
        unsafe {
            let (first, others) = span::<T, R, L::Layout>(self.fields);
            (View::new(first), FieldViews::new(others))
        }
    }
}

impl<'a, T: Field, E: End, L: Access> FieldViews<'a, (T, E), L> {
    /// Returns the view of the last field.
    #[inline(always)]
    pub fn last(self) -> T::View<'a, L> {
        // SAFETY: by P1 the field is stored at `pos`, unless it is absent.
        unsafe {
            if const { T::MAY_BE_ABSENT } && is_absent::<T, E, L::Layout>(self.fields) {
                return T::view_absent::<L>();
            }
            T::view::<L>(self.last_root())
        }
    }

    /// Returns the last field as a view of its canonical type.
    ///
    /// # Safety
    ///
    /// The field is not absent.
    #[inline(always)]
    pub(crate) unsafe fn last_root(self) -> View<'a, T::Of, T::Access<L>> {
        // SAFETY: by P1 a valid field is stored at `pos`. `self` is consumed, so only one view of it is created.
        unsafe { View::new(enter::<T, E, L::Layout>(self.fields)) }
    }
}

/// The view of the first field of the list `S`.
pub(super) type FirstView<'a, S, L> = <<S as NonEmpty>::First as Field>::View<'a, L>;

impl<'a, F: List, L: Access> FieldViews<'a, F, L> {
    /// Returns the view of the first field of the suffix `S`.
    #[inline(always)]
    pub(super) fn view_at<S: NonEmpty, I>(self) -> FirstView<'a, S, L>
    where
        F: FixedBefore<S, I>,
    {
        // SAFETY: by P1 valid fields are stored at `pos`, so those of the suffix are stored where `jump_to` returns,
        // except for those that are absent. `self` is consumed, so only one view of the field is created.
        unsafe {
            let suffix = F::jump_to::<L::Layout>(self.fields);
            if const { S::First::MAY_BE_ABSENT } && is_absent::<S::First, S::Others, L::Layout>(suffix) {
                return S::First::view_absent::<L>();
            }
            S::First::view::<L>(View::new(enter::<S::First, S::Others, L::Layout>(suffix)))
        }
    }
}
