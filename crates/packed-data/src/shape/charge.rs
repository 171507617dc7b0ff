//! What nesting is charged, computed from the shape.
//!
//! The bytes of stack depend on the types alone, so that a verdict depends on neither the build nor the thread. The
//! constants, which are measured, are in `wire/stack.rs`.

use super::{Field, Shape, ShapeOf, is_block};
use crate::wire::budget::saturated;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::stack::{COPIES, LEVEL, SMALL, UNOPTIMISED, copies, require_inline_size};

/// Bytes of stack that one level is charged for a field or element `T`.
pub(crate) const fn level_stack<T: Field>() -> u32 {
    let shape = copies(size_of_field::<T>()).saturating_add(ShapeOf::<T>::INNER);
    saturated(shape.saturating_add(LEVEL))
}

/// Bytes of stack that a value which is no level of its own is charged where it nests in another.
pub(crate) const fn nested_stack<T: Field>() -> usize {
    let is_behind_pointer = T::SIZE < ShapeOf::<T>::INLINE;
    if is_behind_pointer { ShapeOf::<T>::NESTED_IN_PLACE } else { ShapeOf::<T>::NESTED }
}

/// Bytes of stack that the whole value is charged.
pub(crate) const fn root_stack<S: Shape>() -> u32 {
    saturated(copies(S::IN_PLACE).saturating_add(S::INNER))
}

/// The size of an owned value of this field, or of what it points to, in bytes: the greater.
const fn size_of_field<T: Field>() -> usize {
    if ShapeOf::<T>::IN_PLACE > T::SIZE { ShapeOf::<T>::IN_PLACE } else { T::SIZE }
}

/// Bytes of stack that an element of a block (a sequence of values of one size, which is no level) is charged; 0 if it is
/// small.
pub(crate) const fn block_stack<T: Field>() -> u32 {
    let stack = saturated(copies(size_of_field::<T>()).saturating_add(nested_stack::<T>()));
    if stack > SMALL { stack } else { 0 }
}

/// Bytes of stack that one function of a fold may take which holds results of type `Out`: those of all children of a
/// value of shape `S`, each of which takes the size of a pointer at least, and copies.
///
/// Measured in optimised builds, of results of 60,000 bytes: 11 copies for two children; of 16,384 bytes, 16 for 16.
pub(crate) const fn fold_ahead<S: Shape, Out>() -> usize {
    let results = (2 * COPIES).saturating_add(S::INLINE / size_of::<usize>() * 2);
    size_of::<Out>().saturating_mul(results).saturating_mul(UNOPTIMISED.div_ceil(2))
}

impl Levels {
    /// The levels left for the elements of a sequence or array of `T`: one less, unless all have the same size.
    #[inline(always)]
    pub(crate) fn elements<T: Field>(self) -> Result<Self, TooDeep> {
        const { require_inline_size(T::SIZE) };
        if const { !is_block(&<ShapeOf<T> as Shape>::SIZE_CLASS) } {
            return self.deeper_by(const { level_stack::<T>() });
        }
        if const { block_stack::<T>() > 0 } { self.spend(const { block_stack::<T>() }) } else { Ok(self) }
    }

    /// The levels left for a key of a set or map.
    #[inline(always)]
    pub(crate) fn key<K: Shape>(self) -> Result<Self, TooDeep> {
        if const { K::FLAT } { Ok(self) } else { self.enter_key() }
    }
}
