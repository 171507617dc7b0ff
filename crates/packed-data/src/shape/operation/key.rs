//! Which shapes can be part of a key.

use super::{FieldsOp, ListOp, ShapeOp};
use crate::packable::Packable;
use crate::shape::adapted::{Adapt, AdaptedShape};
use crate::shape::{End, Field, List, Named, SequenceShape, Shape, ShapeOf, Variants, mention};

/// Does nothing, but does not compile (when code is generated) for a shape whose values cannot be part of a key: two of
/// them may be equal in memory and unequal when packed. It mentions this function for all parts; functions, other than
/// constants, may be recursive.
pub(crate) fn require_key<S: Shape>() {
    // SAFETY: the operation requires nothing.
    unsafe { S::apply(RequireKey) }
}

/// The operation of [`require_key`]. It requires nothing.
#[derive(Clone, Copy)]
struct RequireKey;

impl ShapeOp for RequireKey {
    type Output = ();

    unsafe fn leaf<S: Shape>(self) {}

    unsafe fn reserved<T: Packable + Default>(self) {
        const {
            panic!(
                "a key cannot contain a `Reserved`: keys that differ only in the field that was removed would become \
                 one, and the others might be in another order. Keep the type of the field, or give the map a key of \
                 a new type"
            )
        }
    }

    unsafe fn adapted<T, C: Adapt<T>>(self) {
        const {
            assert!(
                C::IS_KEY,
                "a key cannot contain a value whose adapter has `IS_KEY = false`: equal values may be packed differently. \
                 Convert the key to a type that has one packed form for equal values"
            );
        }
        mention(require_key::<AdaptedShape<T, C>>);
    }

    unsafe fn fields<N: Named + ?Sized, F: List>(self) {
        mention(require_keys::<F>);
    }

    unsafe fn constructors<N: Named + ?Sized, V: Variants>(self) {
        // SAFETY: the operation requires nothing.
        let _ = unsafe { V::select(0, self) };
    }

    unsafe fn array<T: Field, const N: usize>(self) {
        mention(require_key::<ShapeOf<T>>);
    }

    unsafe fn elements<Q: SequenceShape>(self) {
        mention(require_key::<ShapeOf<Q::Element>>);
    }
}

/// [`require_key`] for fields.
fn require_keys<F: List>() {
    // SAFETY: the operation requires nothing.
    unsafe { F::walk(RequireKey) }
}

impl FieldsOp for RequireKey {
    type Output = ();

    // (Code is generated for the fields of every constructor that may be selected.)
    unsafe fn fields<F: List>(self) {
        mention(require_keys::<F>);
    }
}

impl ListOp for RequireKey {
    type Output = ();

    unsafe fn first<T: Field, R: List>(self) {
        mention(require_key::<ShapeOf<T>>);
        mention(require_keys::<R>);
    }

    unsafe fn end<E: End>(self) {}
}
