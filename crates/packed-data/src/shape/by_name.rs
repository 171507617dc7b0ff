//! Fields by name: the types that name a field, and the number of fields to skip up to it, as a type.
//!
//! The derive emits one struct for each type (`PersonNames` for `Person`), with a field for each field. The type of
//! each of its fields is a [`StructField`] or [`VariantField`], which names a *suffix* of the list of fields: the list
//! that begins with that field.

use core::marker::PhantomData;

use super::variants::TIER;
use super::{At, Field, FieldPos, FixedShape, InTier, List, NextTier, Rest, ShapeOf, is_absent, jump};
use crate::cursor::Match;
use crate::layout::{Layout, RandomAccess};
use crate::view::Record;
use crate::view::lazy::LazyFields;
use crate::wire::error::Error;

/// Field number `I` of the struct `T`. The derive emits it, and no value of it is ever needed.
///
/// ```
/// use packed_data::__private::shape::StructField;
/// use packed_data::__private::InTier;
/// use packed_data::{Packable, Packed};
///
/// #[derive(Packable)]
/// struct Point {
///     x: u8,
///     y: u16,
/// }
///
/// struct Names {
///     y: StructField<Point, InTier<1>>, // as in the `PointNames` that the derive emits
/// }
///
/// let y = Packed::<Point>::pack(&Point { x: 1, y: 2 }).read(|point| {
///     let (y, end) = point.fields().skip_to(|names: Names| names.y).read();
///     end.done(y)
/// });
/// assert_eq!(y, 2);
/// ```
pub struct StructField<T: ?Sized, I>(PhantomData<(PhantomData<T>, I)>);

/// Field number `I` of constructor number `C` of the enum `T`. The derive emits it, and no value of it is ever needed.
pub struct VariantField<T: ?Sized, C, I>(PhantomData<(PhantomData<T>, C, I)>);

/// The name of a field, as a type: what the closure of [`Fields::skip_to`](crate::cursor::Fields::skip_to) returns.
#[diagnostic::on_unimplemented(
    message = "`{Self}` does not name a field",
    note = "return a field of the generated struct: `|person: PersonNames| person.age`"
)]
pub trait FieldName {
    /// The field and those after it.
    type Suffix: NonEmpty;
}

impl<T: Record + ?Sized, I> FieldName for StructField<T, I>
where
    T::FieldList: Nth<I>,
{
    type Suffix = <T::FieldList as Nth<I>>::Suffix;
}

impl<T: Match + ?Sized, C, I> FieldName for VariantField<T, C, I>
where
    T::Variants: At<C>,
    <T::Variants as At<C>>::FieldList: Nth<I>,
{
    type Suffix = <<T::Variants as At<C>>::FieldList as Nth<I>>::Suffix;
}

/// A list with at least one field.
pub trait NonEmpty: List {
    /// The first field.
    type First: Field;
    /// The fields after it.
    type Others: List;
}

impl<T: Field, R: List> NonEmpty for (T, R) {
    type First = T;
    type Others = R;
}

/// A list that has a field number `I`.
pub trait Nth<I>: List {
    /// The field number `I` and the fields after it.
    type Suffix: NonEmpty;
}

/// Writes a list of fields that ends with `R`.
macro_rules! list {
    ($R:ty;) => { $R };
    ($R:ty; $A:ident $($rest:ident)*) => { ($A, list!($R; $($rest)*)) };
}

/// Implements [`Nth`] for each number in a tier of 16, and for the numbers in further tiers.
macro_rules! nth {
    ([$($before:ident)*] $A:ident $number:literal $($rest:tt)*) => {
        impl<$($before: Field,)* $A: Field, R: List> Nth<InTier<$number>> for list!(($A, R); $($before)*) {
            type Suffix = ($A, R);
        }

        nth!([$($before)* $A] $($rest)*);
    };
    ([$($all:ident)*]) => {
        impl<I, $($all: Field,)* R: Nth<I>> Nth<NextTier<I>> for list!(R; $($all)*) {
            type Suffix = R::Suffix;
        }

        const _: () = assert!([$(stringify!($all)),*].len() == TIER as usize);
    };
}

nth!([] A 0 B 1 C 2 D 3 E 4 F 5 G 6 H 7 J 8 K 9 M 10 N 11 O 12 P 13 Q 14 S 15);

/// No field is before the suffix.
pub enum Here {}

/// One field more is before the suffix than `I` says.
pub struct After<I>(PhantomData<I>);

/// A list that ends with the list `S`; `I` is the number of fields before it, which the compiler infers.
///
/// # Safety
///
/// Only the library implements this trait. `skip_to` and `jump_to` return where the fields `S` begin.
#[diagnostic::on_unimplemented(
    message = "the field is not one of those that are left",
    label = "of another type or constructor, or it was read or skipped before",
    note = "fields are read in the order of their declaration"
)]
pub unsafe trait EndsWith<S, I>: List {
    /// Skips the fields before `S`, those that are present.
    ///
    /// # Safety
    ///
    /// Valid fields `Self` are stored at `at`, except for those that are absent.
    #[doc(hidden)]
    unsafe fn skip_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L>;

    /// Returns the position of the fields `S`.
    ///
    /// # Safety
    ///
    /// Valid fields `Self` are stored at `at`, except for those that are absent.
    #[doc(hidden)]
    unsafe fn jump_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L>;

    /// Returns from where the fields `S` are found, in bytes that were not validated. If `IN_STATIC_PART` holds, only
    /// the first of them will be looked at, and it is in the static part.
    ///
    /// # Errors
    ///
    /// A field that is passed is not within the value.
    ///
    /// # Safety
    ///
    /// The fields that are left are `Self`, and they were begun (V3).
    #[doc(hidden)]
    unsafe fn find<L: RandomAccess, const IN_STATIC_PART: bool>(fields: LazyFields<L>) -> Result<LazyFields<L>, Error>;
}

// SAFETY: the fields begin where they begin.
unsafe impl<F: List> EndsWith<F, Here> for F {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L> {
        at
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L> {
        at
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn find<L: RandomAccess, const IN_STATIC_PART: bool>(fields: LazyFields<L>) -> Result<LazyFields<L>, Error> {
        Ok(fields)
    }
}

/// An index that is never chosen: see [`Left`].
pub enum Passed {}

/// A list that is left. No list implements it: an implementation that requires it keeps the compiler from the choice of
/// another one before it knows which field is named, so that its message is about the field.
#[diagnostic::on_unimplemented(
    message = "the field is not one of those that are left",
    label = "of another type or constructor, or it was read or skipped before",
    note = "fields are read in the order of their declaration"
)]
pub trait Left: NonEmpty {}

/// Implements [`EndsWith`] for the ends of lists, for the message.
macro_rules! ends {
    ($($End:ty),+) => {$(
        // SAFETY: no list implements `Left`.
        unsafe impl<S: Left> EndsWith<S, Passed> for $End {
            unsafe fn skip_to<L: Layout>(_: FieldPos<L>) -> FieldPos<L> {
                unreachable!("no list implements `Left`")
            }

            unsafe fn jump_to<L: Layout>(_: FieldPos<L>) -> FieldPos<L> {
                unreachable!("no list implements `Left`")
            }

            unsafe fn find<L: RandomAccess, const IN_STATIC_PART: bool>(
                _: LazyFields<L>,
            ) -> Result<LazyFields<L>, Error> {
                unreachable!("no list implements `Left`")
            }
        }
    )+};
}

ends!((), Rest);

// SAFETY: the first field is skipped as `Fields::skip` skips it; the other fields begin after it.
unsafe impl<S, I, T: Field, R: EndsWith<S, I>> EndsWith<S, After<I>> for (T, R) {
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L> {
        // SAFETY: the caller promises the fields. An absent field takes no bytes.
        unsafe {
            if const { T::MAY_BE_ABSENT } && is_absent::<T, R, L>(at) {
                return R::skip_to::<L>(at);
            }
            R::skip_to::<L>(jump::<T, R, L>(at))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_to<L: Layout>(at: FieldPos<L>) -> FieldPos<L> {
        // SAFETY: the caller promises the fields. An absent field takes no bytes.
        unsafe {
            if const { T::MAY_BE_ABSENT } && is_absent::<T, R, L>(at) {
                return R::jump_to::<L>(at);
            }
            R::jump_to::<L>(jump::<T, R, L>(at))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn find<L: RandomAccess, const IN_STATIC_PART: bool>(fields: LazyFields<L>) -> Result<LazyFields<L>, Error> {
        // SAFETY: the caller promises the fields; those after the first are `R`.
        unsafe { R::find::<L, IN_STATIC_PART>(fields.pass::<T, R, IN_STATIC_PART>()?) }
    }
}

/// A list that ends with the list `S`, and whose fields before `S` all have a fixed size; `I` as in [`EndsWith`].
#[diagnostic::on_unimplemented(
    message = "the field is not at a fixed offset",
    label = "a field before it varies in size, or the field is of another type",
    note = "a cursor reads it in every layout: `view.read(|cursor| cursor.fields().skip_to(...)...)`",
    note = "in the layout `Indexed` all fields can be viewed: `view.fields()`"
)]
pub trait FixedBefore<S, I>: EndsWith<S, I> {}

impl<F: List> FixedBefore<F, Here> for F {}

/// A list that is at a fixed offset. No list implements it, as for [`Left`].
#[diagnostic::on_unimplemented(
    message = "the field is not at a fixed offset",
    label = "a field before it varies in size",
    note = "a cursor reads it in every layout: `view.read(|cursor| cursor.fields().skip_to(...)...)`"
)]
pub trait Reachable: NonEmpty {}

// SAFETY: no list implements `Reachable`.
unsafe impl<S: Reachable, T: Field, R: List> EndsWith<S, Passed> for (T, R) {
    unsafe fn skip_to<L: Layout>(_: FieldPos<L>) -> FieldPos<L> {
        unreachable!("no list implements `Reachable`")
    }

    unsafe fn jump_to<L: Layout>(_: FieldPos<L>) -> FieldPos<L> {
        unreachable!("no list implements `Reachable`")
    }

    unsafe fn find<L: RandomAccess, const IN_STATIC_PART: bool>(_: LazyFields<L>) -> Result<LazyFields<L>, Error> {
        unreachable!("no list implements `Reachable`")
    }
}

impl<S: Reachable, T: Field, R: List> FixedBefore<S, Passed> for (T, R) {}

impl<S, I, T: Field, R: FixedBefore<S, I>> FixedBefore<S, After<I>> for (T, R) where ShapeOf<T>: FixedShape {}
