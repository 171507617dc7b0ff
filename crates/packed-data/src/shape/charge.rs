//! The charges for nesting, computed from the shape.
//!
//! The bytes of stack depend on the types alone, so that the result of a check does not depend on the build or the
//! thread. The constants, which are measured, are in `wire/stack.rs`.

use super::{Field, Shape, ShapeOf, is_block};
use crate::wire::budget::saturated;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::stack::{COPIES, LEVEL, SMALL, UNOPTIMISED, copies, require_inline_size};

/// Returns the charge, in bytes of stack, for one level that is a field or element `T`.
pub(crate) const fn level_stack<T: Field>() -> u32 {
    let shape = copies(size_of_field::<T>()).saturating_add(ShapeOf::<T>::INNER);
    saturated(shape.saturating_add(LEVEL))
}

/// Returns the charge, in bytes of stack, for one level that is a value of shape `S`, given only the shape.
pub(crate) const fn level_stack_of<S: Shape>() -> u32 {
    saturated(copies(S::IN_PLACE).saturating_add(S::INNER).saturating_add(LEVEL))
}

/// Returns the charge, in bytes of stack, for a value inside another one that is not a level of its own.
pub(crate) const fn nested_stack<T: Field>() -> usize {
    let is_behind_pointer = T::SIZE < ShapeOf::<T>::INLINE;
    if is_behind_pointer { ShapeOf::<T>::NESTED_IN_PLACE } else { ShapeOf::<T>::NESTED }
}

/// Returns the charge, in bytes of stack, for the whole value.
pub(crate) const fn root_stack<S: Shape>() -> u32 {
    saturated(copies(S::IN_PLACE).saturating_add(S::INNER))
}

/// Returns the size in bytes of an owned value of this field, or of the value that it points to, whichever is greater.
const fn size_of_field<T: Field>() -> usize {
    if ShapeOf::<T>::IN_PLACE > T::SIZE { ShapeOf::<T>::IN_PLACE } else { T::SIZE }
}

/// Returns the charge, in bytes of stack, for an element of a block (a sequence of values of one size, which is not a
/// level); 0 for small elements.
pub(crate) const fn block_stack<T: Field>() -> u32 {
    let stack = saturated(copies(size_of_field::<T>()).saturating_add(nested_stack::<T>()));
    if stack > SMALL { stack } else { 0 }
}

/// Returns an upper bound on the bytes of stack of one function of a fold with results of type `Out`. The function
/// holds copies, and the results of all children of a value of shape `S`; each child takes at least the size of a
/// pointer.
///
/// Measured in optimised builds: for results of 60,000 bytes 11 copies with two children, for results of 16,384 bytes
/// 16 copies with 16 children.
pub(crate) const fn fold_ahead<S: Shape, Out>() -> usize {
    let results = (2 * COPIES).saturating_add(S::INLINE / size_of::<usize>() * 2);
    size_of::<Out>().saturating_mul(results).saturating_mul(UNOPTIMISED.div_ceil(2))
}

impl Levels {
    /// Returns the levels left for the elements of a sequence or array of `T`: one less, unless all elements have the
    /// same size.
    #[inline(always)]
    pub(crate) fn elements<T: Field>(self) -> Result<Self, TooDeep> {
        const { require_inline_size(T::SIZE) };
        if const { !is_block(&<ShapeOf<T> as Shape>::SIZE_CLASS) } {
            return self.deeper_by(const { level_stack::<T>() });
        }
        if const { block_stack::<T>() > 0 } { self.spend(const { block_stack::<T>() }) } else { Ok(self) }
    }

    /// Returns the levels left for a key of a set or map.
    #[inline(always)]
    pub(crate) fn key<K: Shape>(self) -> Result<Self, TooDeep> {
        if const { K::FLAT } { Ok(self) } else { self.enter_key() }
    }
}
