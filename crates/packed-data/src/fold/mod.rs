//! Folds and visits: reading where the library owns the loop.
//!
//! A *fold* is a bottom-up traversal: the derive emits a trait with one method for each constructor, which receives the
//! results of the recursive fields. A *visit* is a top-down traversal: its methods receive the fields before the
//! recursive ones, and last fields take no stack.
//!
//! The type of a recursive field is written with markers: [`Rec<T>`](Rec) where `Box<T>` or `Vec<T>` mention the type
//! itself, and [`Leaf<T>`](Leaf) for the types next to it. [`FoldField`] determines what a fold receives for a type
//! with markers, so no type is recognised by its name.
//!
//! # Traversals
//!
//! - [`Foldable`]: a type that can be folded. [`FoldItems`]: the elements of a sequence, folded one by one.
//!   [`Stopped`]: why a fold ended early.
//! - [`Visitable`]: a type that can be visited.
//!
//! - [`FoldByNode`], [`NodeResults`]: folds by node, where a value is passed with its recursive fields already folded.
//!   [`Same`], [`Collect`], [`NodeField`]: the results of such a fold of a [`group!`](crate::group), and the fields.
//! - [`VisitGroup`]: a group, or any other set of types, whose values are visited; [`Children`].
//!
//! # Markers
//!
//! - [`Rec`] and [`Leaf`] in the types of recursive fields. [`Marked`]: a type with markers. [`Pair`]: an entry of a
//!   map.

mod containers;
mod engine;
pub(crate) mod field;
pub(crate) mod folded_field;
mod items;
mod marked;
mod marker;
pub(crate) mod node;
mod run;
mod stopped;
pub(crate) mod unroll;
pub(crate) mod visit;
pub(crate) mod visit_field;
pub(crate) mod visit_group;

use field::FoldField;
use folded_field::{FoldedField, Slot};
pub use items::{FoldItems, Pair};
pub use marked::Marked;
pub use marker::{Leaf, Rec};
pub use node::{Collect, FoldByNode, NodeField, NodeResults, Same};
pub use stopped::Stopped;
use unroll::{Call, Unroll};
pub use visit::Visitable;
use visit::{Stop, Unvisited, VisitList};
pub use visit_group::{Children, VisitGroup};

use crate::cursor::{Cursor, Done};
use crate::layout::{Access, Layout};
use crate::packable::Packable;
use crate::wire::levels::Levels;

/// A type that `F` can fold, in access `L`. The derive implements it for every `F` that implements the derived trait.
///
/// ```
/// use packed_data::fold::Foldable;
/// use packed_data::{Compact, Layout, Packable, Packed};
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
    note = "it is emitted for types with a field that mentions the type itself",
    note = "types that contain each other are folded together, by `fold_group`: name them in \
            `packed_data::group! {{ Ast {{ Expr, Stmt }} }}`, and give each of them `#[packable(group = Ast)]`"
)]
pub trait Foldable<'a, L: Access, F: ?Sized>: Packable<As = Self> + Sized {
    /// The result of folding a value.
    type Out;
    /// How many levels are inlined into one function: see [`Unroll`].
    #[doc(hidden)]
    type Unroll: Unroll;

    /// Returns whether the value has a constructor without recursive fields; such a value is folded without a call.
    #[doc(hidden)]
    fn is_childless(cursor: &Cursor<'a, '_, Self, L>) -> bool;

    /// Returns the number of levels from this value to the innermost along first recursive fields, at most `most`. It
    /// only decides where functions begin, so it may be any number.
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn leading<M: Layout>(_: Cursor<'_, '_, Self, M>, _most: u32) -> u32 {
        0
    }

    /// Folds one value, after its recursive fields.
    ///
    /// # Errors
    ///
    /// Returns an error if the fold is over, or if the value nests too deeply.
    #[doc(hidden)]
    fn fold_step<'id, U: Unroll>(
        cursor: Cursor<'a, 'id, Self, L>,
        fold: &mut F,
        levels: Levels,
    ) -> Result<Done<'id, Self::Out, L>, Stopped>;
}
