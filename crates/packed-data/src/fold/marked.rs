//! Types with markers in them, and the field types that they represent.

use super::containers::{each_pointer, each_sequence, each_tuple};
use super::items::Pair;
use super::{Leaf, Rec};
use crate::packable::Packable;
use crate::view::Entry;

/// A type with markers in it: [`Rec`] replaces the type that is folded, and [`Leaf`] is put around each type next to it
/// that does not mention that type.
///
/// The field that such a type represents does not depend on the fold. So if one fold continues where another one began,
/// both have the same field.
#[diagnostic::on_unimplemented(
    message = "a fold cannot look into a field of type `{Self}`",
    note = "it mentions the type being folded inside a type that folds do not look into",
    note = "with `#[packable(leaf)]` on the field, the fold receives a view of it"
)]
pub trait Marked {
    /// The type of the field, without markers.
    type Field: Packable;
}

impl<T: Packable> Marked for Rec<T> {
    type Field = T;
}

impl<T: Packable> Marked for Leaf<T> {
    type Field = T;
}

impl<X: Marked> Marked for Option<X> {
    type Field = Option<X::Field>;
}

impl<K: Marked, X: Marked> Marked for Pair<K, X> {
    type Field = Entry<K::Field, X::Field>;
}

/// Implements [`Marked`] for pointers.
macro_rules! pointers {
    ($(($X:ident) $Pointer:ty => $Field:ty;)+) => {$(
        impl<$X: Marked> Marked for $Pointer {
            type Field = $Field;
        }
    )+};
}

/// Implements [`Marked`] for tuples.
macro_rules! tuples {
    ($($($X:ident $x:ident)+; $Last:ident $last:ident: $list:ty;)+) => {$(
        impl<$($X: Marked,)+ $Last: Marked> Marked for ($($X,)+ $Last) {
            type Field = ($($X::Field,)+ $Last::Field);
        }
    )+};
}

/// Implements [`Marked`] for sequences and maps.
macro_rules! sequences {
    ($(($X:ident $([$K:ident])? $(; $S:ident)?) $Sequence:ty => $Field:ty: $Element:ty;)+) => {$(
        impl<$X: Marked, $($K: Marked,)? $($S)?> Marked for $Sequence {
            type Field = $Field;
        }
    )+};
}

each_pointer!(pointers);
each_tuple!(tuples);
each_sequence!(sequences);
