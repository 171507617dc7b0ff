//! The shapes whose values have a fixed size in every layout in which all scalars have one.

use super::{
    Adapt, Adapted, Enum, Field, List, More, Named, Repeat, Rest, ScalarShape, Shape, ShapeOf, Struct, Variants,
};
use crate::packable::Packable;
use crate::wire::scalar::Scalar;

/// The shape of a value of fixed size: a scalar, an enum without data, or a struct, tuple or array of these.
///
/// ```
/// use packed_data::__private::shape::FixedShape;
/// use packed_data::{Layout, Packed, Unpack};
///
/// /// The last value of a sequence.
/// fn last<T, L: Layout>(packed: &Packed<Vec<T>, L>) -> Option<T>
/// where
///     T: for<'a> Unpack<'a, As = T, Shape: FixedShape>,
/// {
///     packed.read(|values| values.fold_items(None, |_, value| value.read_as::<T>().map(Some)))
/// }
///
/// assert_eq!(last(&Packed::<Vec<(u8, bool)>>::pack(&vec![(1, true), (2, false)])), Some((2, false)));
/// ```
#[diagnostic::on_unimplemented(
    message = "values of the shape `{Self}` vary in size",
    label = "not a scalar, an enum without data, or a struct, tuple or array of these",
    note = "read it with `with(...)`, or unpack it with `unpack(...)`"
)]
pub trait FixedShape: Shape {}

impl<S: Scalar> FixedShape for ScalarShape<S> {}
impl<T: Named + ?Sized, F: FixedList> FixedShape for Struct<T, F> {}
impl<T: Field, const N: usize> FixedShape for Repeat<T, N> where ShapeOf<T>: FixedShape {}
impl<T: Named + ?Sized, V: UnitVariants> FixedShape for Enum<T, V> {}
impl<T, C: Adapt<T>> FixedShape for Adapted<T, C> where <C::As as Packable>::Shape: FixedShape {}

/// A list of fields that all have a [`FixedShape`].
#[diagnostic::on_unimplemented(
    message = "values of the fields `{Self}` vary in size",
    label = "not scalars, enums without data, or structs, tuples and arrays of these",
    note = "read the value with `with(...)`, or unpack it with `unpack(...)`"
)]
pub trait FixedList: List {}

impl FixedList for () {}
impl<T: Field, R: FixedList> FixedList for (T, R) where ShapeOf<T>: FixedShape {}

/// A list of fields that all have a [`FixedShape`], except perhaps the last one.
#[diagnostic::on_unimplemented(
    message = "not all fields are at fixed offsets",
    label = "a field that is not the last one varies in size",
    note = "a field before which all sizes are fixed can be viewed: `view.field(|person: PersonNames| person.age)`",
    note = "in the layout `Indexed` all fields can be viewed: `view.fields()`"
)]
pub trait FixedUpToLast: List {}

impl FixedUpToLast for () {}
impl FixedUpToLast for Rest {}
impl<T: Field> FixedUpToLast for (T, ()) {}
impl<T: Field> FixedUpToLast for (T, Rest) {}
impl<T: Field, U: Field, R: List> FixedUpToLast for (T, (U, R))
where
    ShapeOf<T>: FixedShape,
    (U, R): FixedUpToLast,
{
}

/// The constructors of an enum without data.
#[diagnostic::on_unimplemented(
    message = "values of an enum with data vary in size",
    label = "its constructors have the fields `{Self}`",
    note = "read the value with `with(...)`, or unpack it with `unpack(...)`"
)]
pub trait UnitVariants: Variants {}

impl<H: UnitVariants + super::variants::Tier, R: UnitVariants> UnitVariants for More<H, R> {}

/// Implements [`UnitVariants`] for up to as many constructors as are given.
macro_rules! units {
    ($first:tt $($rest:tt)*) => {
        impl UnitVariants for ($first, $($rest,)*) {}
        units!($($rest)*);
    };
    () => {};
}

units!(()()()()()()()()()()()()()()()());
