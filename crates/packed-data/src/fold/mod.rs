//! Folds and visits: reading where the library owns the loop.
//!
//! A *fold* goes bottom-up: the derive emits a trait with one method for each constructor, which is given
//! the results of the recursive fields. A *visit* goes top-down: its methods are given what comes before
//! the recursive fields, and it takes no stack for those that stand last.
//!
//! Which fields are recursive is told by their types with markers put in: [`Rec<T>`](Rec) where `Box<T>` or
//! `Vec<T>` mention the type itself, [`Leaf<T>`](Leaf) beside it. What a fold is given for such a type is
//! decided by [`FoldField`], so no type is ever known by its name.

pub(crate) mod field;
pub(crate) mod folded_field;
mod items;
mod marked;
mod marker;
mod run;
mod stopped;
pub(crate) mod unroll;
pub(crate) mod visit;
pub(crate) mod visit_field;

use field::FoldField;
use folded_field::{FoldedField, Slot};
pub use items::{FoldItems, Pair};
pub use marked::Marked;
pub use marker::{Leaf, Rec};
use run::fold_call;
pub use stopped::Stopped;
use unroll::{Call, Unroll};
pub use visit::Visitable;
use visit::{Stop, Trailing, VisitList};

use crate::cursor::{Cursor, Done};
use crate::layout::Access;
use crate::packable::Packable;
use crate::wire::levels::Levels;

/// A type that `F` can fold, in access `L`: derived, for every `F` that implements the derived trait.
///
/// ```
/// use packed_data::{Compact, Foldable, Layout, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Nat {
///     Zero,
///     Succ(Box<Nat>),
/// }
///
/// struct Count;
///
/// impl<'a, L: Layout> NatFold<'a, L> for Count {
///     type Out = u32;
///
///     fn zero(&mut self) -> u32 {
///         0
///     }
///
///     fn succ(&mut self, n: u32) -> u32 {
///         n + 1
///     }
/// }
///
/// fn count<N: for<'a> Foldable<'a, Compact, Count, Out = u32>>(value: &N) -> u32 {
///     Packed::<N>::pack(value).fold(&mut Count).unwrap()
/// }
///
/// assert_eq!(count(&Nat::Succ(Box::new(Nat::Zero))), 1);
/// ```
#[diagnostic::on_unimplemented(
    message = "`{F}` cannot fold `{Self}`",
    note = "implement the trait that the derive emitted: for `enum Tree` it is `TreeFold<'_, L>`",
    note = "it is emitted for types with a field that mentions the type itself"
)]
pub trait Foldable<'a, L: Access, F: ?Sized>: Packable<As = Self> + Sized {
    /// What each value is folded to.
    type Out;
    /// How many levels are put into one function: see [`Unroll`].
    type Unroll: Unroll;

    /// Whether the value has a constructor without recursive fields: it is folded without a call then.
    fn is_leaf(cursor: &Cursor<'a, '_, Self, L>) -> bool;

    /// Folds one value, its recursive fields first.
    ///
    /// # Errors
    ///
    /// The fold is over, or too deep.
    fn fold_step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, Stopped>;
}
