//! How many levels of a fold are inlined into one function.
//!
//! A call for each node costs more than the work in it. (Measured on a perfect tree of `i64` leaves: a recursion that
//! is inlined for a few levels is several times as fast as a plain one.) The size of the code grows as the number of
//! recursive fields to the power of the number of levels, which the derive chooses therefore.

use core::marker::PhantomData;

/// How a recursive field is folded: inlined into the same function ([`Inline`]), or by a call ([`Call`]).
pub trait Unroll {
    /// Whether the field is folded in the same function.
    const INLINE: bool;
    /// The greatest number of nested levels that one function folds.
    const DEPTH: u32;
    /// How the recursive fields inside this field are folded.
    type Next: Unroll;
}

/// The field is folded in the same function; `N` says how its own recursive fields are folded.
pub struct Inline<N>(PhantomData<N>);

/// The field is folded by a call.
pub enum Call {}

impl<N: Unroll> Unroll for Inline<N> {
    const INLINE: bool = true;
    const DEPTH: u32 = N::DEPTH + 1;
    type Next = N;
}

impl Unroll for Call {
    const INLINE: bool = false;
    const DEPTH: u32 = 1;
    type Next = Call;
}
