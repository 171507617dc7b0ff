//! How many levels of a fold are inlined into one function.
//!
//! A call for each node costs more than the work in it. (Measured on a perfect tree of `i64` leaves: a recursion that
//! is inlined for a few levels is several times as fast as a plain one.) The size of the code grows as the number of
//! recursive fields to the power of the number of levels, which the derive chooses therefore.
//!
//! How many leaves the innermost of these functions folds depends on where the first one begins. So a fold begins with
//! levels that it folds [singly](Singly), as many as let the last function end at the leaf that is reached by first
//! recursive fields. (Measured on perfect trees whose functions fold five levels: without this, the time for a leaf
//! depended on the depth modulo five, from 0.6 to 1.8 ns.)

use core::marker::PhantomData;

/// How a recursive field is folded: inlined into the same function ([`Inline`]), or by a call ([`Call`]).
pub trait Unroll {
    /// Whether the field is folded in the same function.
    const INLINE: bool;
    /// The greatest number of nested levels that one function folds.
    const DEPTH: u32;
    /// Whether a field without recursive fields is folded in the same function in any case.
    const INLINE_CHILDLESS: bool = true;
    /// Whether the function has already found that the budget suffices for all of its levels.
    const IS_PAID: bool = false;
    /// Whether the function that is called folds one level, if there are levels to be folded singly.
    const IS_SINGLY: bool = false;
    /// How the recursive fields inside this field are folded.
    type Next: Unroll;
}

/// The field is folded in the same function; `N` says how its own recursive fields are folded.
pub struct Inline<N>(PhantomData<N>);

/// The field is folded by a call.
pub enum Call {}

/// The field is folded by a call of a function for one level, if there is another level to be folded singly; otherwise
/// as by [`Call`].
pub(super) enum Singly {}

/// The value is known to have no recursive fields: if it had, they would be folded by calls. (With [`Call`] instead,
/// the function for one value would contain itself, and the compiler would not inline it: folding a perfect tree by a
/// closure took up to seven times as long.)
pub enum Childless {}

/// As `U`, in a function that has found that the budget suffices for `U::DEPTH` levels.
pub(super) struct Paid<U>(PhantomData<U>);

impl<N: Unroll> Unroll for Inline<N> {
    const INLINE: bool = true;
    const DEPTH: u32 = N::DEPTH + 1;
    type Next = N;
}

impl Unroll for Call {
    const INLINE: bool = false;
    const DEPTH: u32 = 1;
    type Next = Childless;
}

impl Unroll for Singly {
    const INLINE: bool = false;
    const DEPTH: u32 = 1;
    const IS_SINGLY: bool = true;
    type Next = Childless;
}

impl Unroll for Childless {
    const INLINE: bool = false;
    const INLINE_CHILDLESS: bool = false;
    const DEPTH: u32 = 1;
    type Next = Childless;
}

impl<U: Unroll> Unroll for Paid<U> {
    const INLINE: bool = U::INLINE;
    const DEPTH: u32 = U::DEPTH;
    const INLINE_CHILDLESS: bool = U::INLINE_CHILDLESS;
    const IS_PAID: bool = true;
    type Next = Paid<U::Next>;
}
