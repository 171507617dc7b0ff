//! Types with markers in them, and the field types that they represent.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

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

/// Implements [`Marked`] for types that contain marked types.
macro_rules! marked {
    ($($(#[$attribute:meta])* ($($X:ident)+ $(, $P:ident)?) $Type:ty => $Field:ty);+ $(;)?) => {$(
        $(#[$attribute])*
        impl<$($X: Marked,)+ $($P)?> Marked for $Type {
            type Field = $Field;
        }
    )+};
}

marked! {
    (X) Box<X> => Box<X::Field>;
    (X) Rc<X> => Rc<X::Field>;
    (X) Arc<X> => Arc<X::Field>;
    (X) Option<X> => Option<X::Field>;
    (X) Vec<X> => Vec<X::Field>;
    (X) VecDeque<X> => VecDeque<X::Field>;
    (X) Box<[X]> => Box<[X::Field]>;
    (A B) (A, B) => (A::Field, B::Field);
    (A B C) (A, B, C) => (A::Field, B::Field, C::Field);
    (A B C D) (A, B, C, D) => (A::Field, B::Field, C::Field, D::Field);
    (K X) BTreeMap<K, X> => BTreeMap<K::Field, X::Field>;
    #[cfg(feature = "std")]
    (K X, S) std::collections::HashMap<K, X, Leaf<S>> => std::collections::HashMap<K::Field, X::Field, S>;
    (K X) Pair<K, X> => Entry<K::Field, X::Field>;
}
