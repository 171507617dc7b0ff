//! How a visit treats a recursive field.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::items::Pair;
use super::visit::visit_field;
use super::{Leaf, Marked, Rec, Stop, Trailing, VisitList, Visitable};
use crate::OptionCase;
use crate::cursor::Cursor;
use crate::layout::{Access, ReadLayout};
use crate::packable::Packable;
use crate::shape::{Field, SequenceShape};
use crate::wire::levels::Levels;

/// Whether a field has the visited type itself: [`Yes`] implements this trait only for such fields.
///
/// # Safety
///
/// Only the library implements this trait. `VALUE` is true only if the canonical type of `F` ([`Packable::As`]) is `T`.
pub unsafe trait IsSelf<F: ?Sized, T> {
    /// Whether the field has the visited type.
    const VALUE: bool;
}

/// The field has the visited type itself, boxed or not.
pub enum Yes {}

/// The field has another type.
pub enum No {}

// SAFETY: the bound requires that the canonical type of `F` is `T`.
unsafe impl<F: Packable<As = T> + ?Sized, T> IsSelf<F, T> for Yes {
    const VALUE: bool = true;
}

// SAFETY: `VALUE` is false.
unsafe impl<F: ?Sized, T> IsSelf<F, T> for No {
    const VALUE: bool = false;
}

/// A recursive field of a visited value. The type that implements this trait is the type of the field with markers.
#[diagnostic::on_unimplemented(
    message = "a visit cannot look into a field of type `{Self}`",
    note = "with `#[packable(leaf)]` on the field, the visitor receives a view of it"
)]
pub trait VisitField<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>>: Marked {
    /// Whether the field has the type `T`.
    type IsSelf: IsSelf<Self::Field, T>;

    /// Visits the field, and returns the values `T` that it ends with, unvisited.
    ///
    /// # Errors
    ///
    /// Returns an error if the visitor breaks, or if the field nests too deeply.
    fn visit<'id>(
        cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>>;
}

impl<'a, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitField<'a, L, V, T> for Rec<T> {
    type IsSelf = Yes;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'id>(
        cursor: Cursor<'a, 'id, T, L>,
        _: &mut V,
        _: Levels,
    ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
        Ok(cursor.into())
    }
}

/// A leaf next to a recursive value is skipped.
impl<'a, X: Packable, L: Access, V: ?Sized, T: Visitable<'a, L, V>> VisitField<'a, L, V, T> for Leaf<X> {
    type IsSelf = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'id>(
        cursor: Cursor<'a, 'id, X::As, L>,
        _: &mut V,
        _: Levels,
    ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
        Ok(cursor.skip().into())
    }
}

/// Implements [`VisitField`] for pointers, which are transparent.
macro_rules! pointers {
    ($($Pointer:ident),+) => {$(
        impl<'a, X, L, V, T> VisitField<'a, L, V, T> for $Pointer<X>
        where
            X: VisitField<'a, L, V, T>,
            X::IsSelf: IsSelf<$Pointer<X::Field>, T>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type IsSelf = X::IsSelf;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                cursor: Cursor<'a, 'id, <X::Field as Packable>::As, L>,
                visitor: &mut V,
                levels: Levels,
            ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
                X::visit(cursor, visitor, levels)
            }
        }
    )+};
}

pointers!(Box, Rc, Arc);

impl<'a, X, L, V, T> VisitField<'a, L, V, T> for Option<X>
where
    X: VisitField<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type IsSelf = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'id>(
        cursor: Cursor<'a, 'id, Option<X::Field>, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
        match cursor.case() {
            OptionCase::None(fields) => Ok(fields.done(()).into()),
            OptionCase::Some(fields) => X::visit(fields.tail(), visitor, levels),
        }
    }
}

/// Implements [`VisitField`] for tuples, which are visited as lists of fields.
macro_rules! tuples {
    ($(($($X:ident)+) $list:ty),+ $(,)?) => {$(
        impl<'a, $($X,)+ L, V, T> VisitField<'a, L, V, T> for ($($X,)+)
        where
            $($X: VisitField<'a, L, V, T>,)+
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type IsSelf = No;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                cursor: Cursor<'a, 'id, Self::Field, L>,
                visitor: &mut V,
                levels: Levels,
            ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
                <$list as VisitList<'a, L, V, T>>::visit(cursor.fields(), visitor, levels)
            }
        }
    )+};
}

tuples!((A B) (A, (B, ())), (A B C) (A, (B, (C, ()))), (A B C D) (A, (B, (C, (D, ())))));

/// Visits the elements of a sequence. If they are values `T` side by side, returns them unvisited, for the caller's
/// loop.
fn visit_elements<'a, 'id, X, S, L, V, T>(
    cursor: Cursor<'a, 'id, S, L>,
    visitor: &mut V,
    levels: Levels,
) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>>
where
    X: VisitField<'a, L, V, T>,
    S: Packable<As = S> + ?Sized,
    S::Shape: SequenceShape,
    <S::Shape as SequenceShape>::Element: Field<Of = <X::Field as Packable>::As, Access<L> = L>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    let mut items = cursor.items();
    if X::IsSelf::VALUE && L::Layout::ELEMENTS_SIDE_BY_SIDE {
        let count = items.len();
        return Ok(Trailing::new(items.into_pos(), count));
    }
    while let Some(()) = items.try_next(|item| visit_field::<X, L, V, T>(item, visitor, levels))? {}
    Ok(items.done(()).into())
}

/// The key of an entry is skipped.
impl<'a, K, X, L, V, T> VisitField<'a, L, V, T> for Pair<K, X>
where
    K: Marked,
    X: VisitField<'a, L, V, T>,
    L: Access,
    V: ?Sized,
    T: Visitable<'a, L, V>,
{
    type IsSelf = No;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn visit<'id>(
        cursor: Cursor<'a, 'id, Self::Field, L>,
        visitor: &mut V,
        levels: Levels,
    ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
        X::visit(cursor.fields().skip().tail(), visitor, levels)
    }
}

/// Implements [`VisitField`] for sequences and maps, which are visited element by element. The arguments are the type
/// parameters except `X`, the sequence, and its element.
macro_rules! by_element {
    ($(($($K:ident)? $(, $S:ident)?) $Sequence:ty: $Element:ty),+ $(,)?) => {$(
        impl<'a, $($K: Marked,)? X, $($S,)? L, V, T> VisitField<'a, L, V, T> for $Sequence
        where
            X: VisitField<'a, L, V, T>,
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type IsSelf = No;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
                visitor: &mut V,
                levels: Levels,
            ) -> Result<Trailing<'a, 'id, T, L>, Stop<T::Break>> {
                visit_elements::<$Element, _, L, V, T>(cursor, visitor, levels)
            }
        }
    )+};
}

by_element!(() Vec<X>: X, () VecDeque<X>: X, () Box<[X]>: X, (K) BTreeMap<K, X>: Pair<K, X>);
#[cfg(feature = "std")]
by_element!((K, S) std::collections::HashMap<K, X, Leaf<S>>: Pair<K, X>);
