//! How many levels of a fold go into one function.
//!
//! A call for every node costs more than the work in it: measured on a perfect tree of `i64` leaves, a
//! recursion put into one function for a few levels is several times as fast as a plain one. The code
//! grows with the number of recursive fields to the power of the levels, so the derive chooses.

use core::marker::PhantomData;

/// What a recursive field does: go on in the same function ([`Inline`]), or call ([`Call`]).
pub trait Unroll {
    /// Whether it is put into the function.
    const INLINE: bool;
    /// How many levels of nesting one function goes down at most.
    const DEPTH: u32;
    /// What a recursive field within it does.
    type Next: Unroll;
}

/// The level goes into the function, and within it `N` decides.
pub struct Inline<N>(PhantomData<N>);

/// The level is a call.
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
