//! Operations on packed values, written over shapes: a walk for each kind of shape, and what an operation does at each.
//!
//! An operation is one file. It implements [`ShapeOp`], which says what it does with a value of each kind of shape, and
//! goes on to the parts by three walks: [`Variants::select`] finds the fields of the constructor that a tag selects,
//! [`List::walk`] takes a list of fields apart, and the functions of the layout step through the elements of a
//! sequence. A value of the operation holds its arguments, and is consumed: the walks are inlined, and nothing of them
//! is left.
//!
//! Checking and skipping are functions of [`Shape`] instead, because every other operation relies on where they end.

pub(crate) mod claimed_end;
pub(crate) mod compare;
pub(crate) mod convert;
mod convert_sorted;
pub(crate) mod key;
pub(crate) mod rewrite;
mod rewrite_parts;
mod rewrite_plan;
pub(crate) mod sort_key;
pub(crate) mod visit;
pub(crate) mod visit_group;

use super::adapted::{Adapt, AdaptedShape};
use super::leaf::{LeafKind, LeafShape};
use super::{
    End, Field, Keyed, List, Named, ReservedShape, ScalarShape, SequenceShape, Shape, SortedSequence, Variants,
};
use crate::packable::Packable;
use crate::wire::scalar::Scalar;

/// An operation on one value. [`Shape::apply`] calls the function for the kind of its shape.
///
/// What the operation requires of its arguments (such as a position at which a valid value of the shape is stored) is
/// stated on its type.
pub trait ShapeOp: Sized {
    /// The result.
    type Output;

    /// Operates on a value without parts, or whose parts the operation does not look at. All kinds of shapes for which
    /// an operation has no function of its own are leaves to it, except those with parts.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a value of shape `S`.
    unsafe fn leaf<S: Shape>(self) -> Self::Output;

    /// Operates on a scalar.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a scalar `S`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.leaf::<ScalarShape<S>>() }
    }

    /// Operates on a string, an item of CBOR, or a constructor that the reader does not know.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a leaf of kind `K`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn bytes<K: LeafKind>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.leaf::<LeafShape<K>>() }
    }

    /// Operates on the place of a field that was removed.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for such a value of type `T`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn reserved<T: Packable + Default>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.leaf::<ReservedShape<T>>() }
    }

    /// Operates on a value of another crate's type: on what it is packed as.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a `T` that is packed with the adapter `C`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn adapted<T, C: Adapt<T>>(self) -> Self::Output {
        // SAFETY: the bytes are those of the inner shape.
        unsafe { AdaptedShape::<T, C>::apply(self) }
    }

    /// Operates on a struct with the names `N` and the fields `F`.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for such a struct.
    unsafe fn fields<N: Named + ?Sized, F: List>(self) -> Self::Output;

    /// Operates on an enum with the names `N` and the constructors `V`.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for such an enum.
    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) -> Self::Output;

    /// Operates on an array.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for such an array.
    unsafe fn array<T: Field, const N: usize>(self) -> Self::Output;

    /// Operates on a sequence.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a sequence of shape `Q`.
    unsafe fn elements<Q: SequenceShape>(self) -> Self::Output;

    /// Operates on a set or map.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for a set or map with such elements.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sorted<T: Keyed>(self) -> Self::Output {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.elements::<SortedSequence<T>>() }
    }
}

/// An operation on the fields of one constructor. [`Variants::select`] calls it with those of the constructor that a
/// tag selects.
pub trait FieldsOp: Sized {
    /// The result.
    type Output;

    /// Operates on the fields `F`.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for these fields.
    unsafe fn fields<F: List>(self) -> Self::Output;
}

/// An operation on fields, one after another. [`List::walk`] calls it with the first of them.
pub trait ListOp: Sized {
    /// The result.
    type Output;

    /// Operates on the fields `(T, R)`: on the first one, and then on the others by [`R::walk`](List::walk).
    ///
    /// # Safety
    ///
    /// What the operation requires holds for these fields.
    unsafe fn first<T: Field, R: List>(self) -> Self::Output;

    /// Ends the operation: there are no more fields.
    ///
    /// # Safety
    ///
    /// What the operation requires holds for the end `E` of a list.
    unsafe fn end<E: End>(self) -> Self::Output;
}
