//! The views of a constructor's fields, in order: the derive builds enums and structs of views from them.

use core::marker::PhantomData;

use super::View;
use crate::layout::{Access, AnyAccess, ItemLayout};
use crate::packable::Packable;
use crate::shape::{End, Field, FixedBefore, List, NonEmpty, enter, is_absent, span};
use crate::wire::invariant::Invariant;

/// The fields that are still to be viewed, as a type-level list `F`.
pub struct FieldViews<'a, F, L: AnyAccess> {
    /// Invariant (P1): valid fields `F`, except for those that are absent, are stored at this position, in bytes that
    /// live for `'a`. If `L` is `Edit`, nothing else reads or writes their scalars during `'a`. (As F1 of
    /// [`Fields`](crate::cursor::Fields), without brand.) If `L` is [`Lazy`](crate::Lazy), the fields need not be
    /// valid: V3 holds for them.
    fields: L::Fields,
    types: PhantomData<(&'a [u8], Invariant<F>, Invariant<L>)>,
}

impl<F: List, L: AnyAccess> FieldViews<'_, F, L> {
    /// Creates the list of fields at a position. Rejects, at compile time, fields that may be absent in a layout that
    /// counts items.
    ///
    /// # Safety
    ///
    /// `fields` satisfies P1, except that this function checks that no field is absent.
    #[inline(always)]
    pub(crate) unsafe fn new(fields: L::Fields) -> Self {
        const {
            assert!(
                !L::Layout::COUNTS_ITEMS || F::REQUIRED == F::LEN,
                "a field with `#[packable(default)]` may be absent in this layout: read it with a cursor"
            );
        }
        Self { fields, types: PhantomData }
    }
}

impl<'a, T: Field, R: List, L: AnyAccess> FieldViews<'a, (T, R), L> {
    /// Returns the view of the first field, and the fields after it.
    ///
    /// # Errors
    ///
    /// In a lazy view, the field is not within the value, or it is a scalar that is not valid.
    #[inline(always)]
    pub fn next(self) -> Result<(T::View<'a, L>, FieldViews<'a, R, L>), L::Error> {
        // SAFETY: by P1 the fields are stored there, as the access requires it. `self` is consumed, so only one view of
        // the first is created; the other fields do not overlap it.
        unsafe {
            match L::next::<T, R>(self.fields) {
                Ok((Some(first), others)) => match T::view_at::<L>(first) {
                    Ok(view) => Ok((view, FieldViews::new(others))),
                    Err(error) => Err(error),
                },
                Ok((None, others)) => Ok((T::view_absent::<L>(), FieldViews::new(others))),
                Err(error) => Err(error),
            }
        }
    }
}

impl<'a, T: Field, E: End, L: AnyAccess> FieldViews<'a, (T, E), L> {
    /// Returns the view of the last field.
    ///
    /// # Errors
    ///
    /// In a lazy view, the field is not within the value, or it is a scalar that is not valid.
    #[inline(always)]
    pub fn last(self) -> Result<T::View<'a, L>, L::Error> {
        // SAFETY: by P1 the field is stored there, as the access requires it. `self` is consumed, so only one view of
        // it is created.
        unsafe {
            match L::last::<T, E>(self.fields) {
                Ok(Some(last)) => T::view_at::<L>(last),
                Ok(None) => Ok(T::view_absent::<L>()),
                Err(error) => Err(error),
            }
        }
    }
}

impl<'a, T: Field, R: List, L: Access> FieldViews<'a, (T, R), L> {
    /// Returns the first field as a view of its canonical type, and the fields after it.
    ///
    /// # Safety
    ///
    /// The first field is not absent.
    #[inline(always)]
    pub(crate) unsafe fn next_root(self) -> (View<'a, T::Of, T::Access<L>>, FieldViews<'a, R, L>) {
        // SAFETY: by P1 valid fields are stored there, the first of which is not absent. `self` is consumed, so only
        // one view of it is created; the other fields do not overlap it.
        unsafe {
            let (first, others) = span::<T, R, L::Layout>(self.fields);
            (View::new(first), FieldViews::new(others))
        }
    }
}

impl<'a, T: Field, E: End, L: AnyAccess> FieldViews<'a, (T, E), L> {
    /// Returns the view of the last field in a layout: for types whose view is a value that is made from its bytes.
    ///
    /// # Errors
    ///
    /// In a lazy view, the field is not valid.
    #[inline(always)]
    pub(crate) fn last_value(self) -> Result<<L::Layout as AnyAccess>::Part<'a, T>, L::Error>
    where
        T: Packable,
    {
        // SAFETY: by P1 the field is stored there, as the access requires it.
        unsafe {
            let Some(pos) = L::last::<T, E>(self.fields)? else { unreachable!("a packable type is always present") };
            let view = View::<T::As, L>::new(pos);
            let Ok(part) = L::Layout::part::<T>(L::trust(view)?);
            Ok(part)
        }
    }
}

impl<'a, T: Field, E: End, L: Access> FieldViews<'a, (T, E), L> {
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
