//! Types with markers in them, and the types they stand for.

use alloc::boxed::Box;
use alloc::collections::{BTreeMap, VecDeque};
use alloc::rc::Rc;
use alloc::sync::Arc;
use alloc::vec::Vec;

use super::items::Pair;
use super::{Leaf, Rec};
use crate::packable::Packable;
use crate::view::Entry;

/// A type with markers in it: [`Rec`] in place of the type being folded, [`Leaf`] around what stands beside
/// it. Which field it stands for does not depend on who folds, so that whoever goes on with a fold
/// that another began finds the same field.
#[diagnostic::on_unimplemented(
    message = "a fold cannot look into a field of type `{Self}`",
    note = "it mentions the type being folded inside a type that folds do not look into",
    note = "with `#[packable(leaf)]` on the field the fold is given a view of it"
)]
pub trait Marked {
    /// The field's own type, without markers.
    type Field: Packable;
}

impl<T: Packable> Marked for Rec<T> {
    type Field = T;
}

impl<T: Packable> Marked for Leaf<T> {
    type Field = T;
}

/// Implements it for types that hold marked ones.
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
