//! How a visit treats a recursive field.

use super::containers::{each_pointer, each_sequence, each_tuple};
use super::items::Pair;
use super::visit::{has_head, visit_field};
use super::{Leaf, Marked, Rec, Stop, Unvisited, VisitList, Visitable};
use crate::cursor::Cursor;
use crate::layout::{Access, ReadLayout};
use crate::packable::Packable;
use crate::shape::{Bare, Field, FirstField, SequenceShape};
use crate::types::OptionCase;
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
    ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>>;
}

/// Implements [`VisitField`] for types with markers: parameters, type, bounds, `IsSelf`, and the body of `visit`.
macro_rules! visit_fields {
    ($([$($X:ident)*] $Field:ty $(where { $($bounds:tt)+ })?, $IsSelf:ty,
        |$cursor:pat_param, $visitor:pat_param, $levels:pat_param| $visit:expr;)+) => {$(
        impl<'a, $($X,)* L, V, T> VisitField<'a, L, V, T> for $Field
        where
            $($($bounds)+,)?
            L: Access,
            V: ?Sized,
            T: Visitable<'a, L, V>,
        {
            type IsSelf = $IsSelf;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn visit<'id>(
                $cursor: Cursor<'a, 'id, <Self::Field as Packable>::As, L>,
                $visitor: &mut V,
                $levels: Levels,
            ) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>> {
                $visit
            }
        }
    )+};
}

visit_fields! {
    [] Rec<T>, Yes, |cursor, _, _| Ok(cursor.into());
    // A leaf beside a recursive value is skipped.
    [X] Leaf<X> where { X: Packable }, No, |cursor, _, _| Ok(cursor.skip().into());
    [X] Option<X> where { X: VisitField<'a, L, V, T> }, No, |cursor, visitor, levels| match cursor.case() {
        OptionCase::None(fields) => Ok(fields.done(()).into()),
        OptionCase::Some(fields) => {
            if const { FirstField::<Bare<X::Field>, ()>::is_end::<L::Layout>() } {
                return X::visit(fields.last(), visitor, levels);
            }
            let ((), fields) = fields.try_with(|field| visit_field::<X, L, V, T>(field, visitor, levels))?;
            Ok(fields.done(()).into())
        }
    };
    // The key of an entry is skipped.
    [K X] Pair<K, X> where { K: Marked, X: VisitField<'a, L, V, T> }, No, |cursor, visitor, levels| {
        <(X, ()) as VisitList<'a, L, V, T>>::visit(cursor.fields().skip(), visitor, levels)
    };
}

/// Visits the elements of a sequence. If they are values `T` side by side, returns them unvisited, for the caller's
/// loop.
fn visit_elements<'a, 'id, X, S, L, V, T>(
    cursor: Cursor<'a, 'id, S, L>,
    visitor: &mut V,
    levels: Levels,
) -> Result<Unvisited<'a, 'id, T, L>, Stop<T::Break>>
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
    if X::IsSelf::VALUE && L::Layout::ELEMENTS_SIDE_BY_SIDE && !has_head::<X::Field, L>() {
        let count = items.len();
        // SAFETY: by I1 `count` elements are stored there, side by side in this layout, and end where the sequence
        // does. They are values `T`, since `IsSelf` says so (an unsafe trait). So T1 holds.
        return Ok(unsafe { Unvisited::new(items.into_pos(), count) });
    }
    while let Some(()) = items.try_next(|item| visit_field::<X, L, V, T>(item, visitor, levels))? {}
    Ok(items.done(()).into())
}

/// Implements [`VisitField`] for pointers, which vanish.
macro_rules! pointers {
    ($(($X:ident) $Pointer:ty => $Field:ty;)+) => {
        visit_fields! {$(
            [$X] $Pointer where { $X: VisitField<'a, L, V, T>, $X::IsSelf: IsSelf<$Field, T> }, $X::IsSelf,
                |cursor, visitor, levels| $X::visit(cursor, visitor, levels);
        )+}
    };
}

/// Implements [`VisitField`] for tuples, which are visited as lists of fields.
macro_rules! tuples {
    ($($($X:ident $x:ident)+; $Last:ident $last:ident: $list:ty;)+) => {
        visit_fields! {$(
            [$($X)+ $Last] ($($X,)+ $Last) where { $($X: VisitField<'a, L, V, T>,)+ $Last: VisitField<'a, L, V, T> }, No,
                |cursor, visitor, levels| <$list as VisitList<'a, L, V, T>>::visit(cursor.fields(), visitor, levels);
        )+}
    };
}

/// Implements [`VisitField`] for sequences and maps, which are visited element by element.
macro_rules! sequences {
    ($(($X:ident $([$K:ident])? $(; $S:ident)?) $Sequence:ty => $Field:ty: $Element:ty;)+) => {
        visit_fields! {$(
            [$X $($K)? $($S)?] $Sequence where { $($K: Marked,)? $X: VisitField<'a, L, V, T> }, No,
                |cursor, visitor, levels| visit_elements::<$Element, _, L, V, T>(cursor, visitor, levels);
        )+}
    };
}

each_pointer!(pointers);
each_tuple!(tuples);
each_sequence!(sequences);
