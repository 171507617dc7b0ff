//! Associated types that name private types, behind a private marker: for public types with private types in them.
//!
//! An associated type of a public trait for a public type must not name a private type (E0446). But an implementation
//! with a private type among its arguments is itself private, and its associated types may name any. So the derive
//! implements the traits of this module with a private marker, and the public traits for every `M` that [`Is`] the
//! marker; their associated types are those of the former, by `M`. (The compiler does not look for private types in the
//! predicates of an implementation of a trait, rust-lang/rust#90586.)
//!
//! While the public trait is implemented, `M` is a parameter, and its associated types are not known. So its functions
//! call those of the veiled one.

use crate::build::{Needs, Written};
use crate::cursor::Branch;
use crate::layout::{Access, AnyAccess, Layout};
use crate::shape::{List, Shape, Variants};
use crate::view::FieldViews;

/// A type, as an associated type of itself: with it, a predicate states that a parameter is this type.
pub trait Is {
    /// The type.
    type Itself: ?Sized;
}

impl<T: ?Sized> Is for T {
    type Itself = T;
}

/// A type, as an associated type that also mentions `P`: for generated types that have a parameter which only fields
/// that are not packed mention.
pub trait Uses<P: ?Sized> {
    /// The type.
    type Itself;
}

impl<T, P: ?Sized> Uses<P> for T {
    type Itself = T;
}

/// The [`Packable`](crate::Packable) of a type that has a shape of its own.
pub trait Packable<M> {
    type Shape: Shape;

    fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, Self, L>) -> Written<'v, 'id>;
}

/// The [`Packable`](crate::Packable) of a transparent type.
pub trait Transparent<M> {
    /// The type as which its field is packed.
    type Field: crate::Packable;

    fn write<'v, 'id, L: Layout>(
        value: &'v Self,
        needs: Needs<'id, <Self::Field as crate::Packable>::As, L>,
    ) -> Written<'v, 'id>;
}

/// The [`Match`](crate::cursor::Match) of an enum.
pub trait Match<M> {
    type Variants: Variants;
    type Case<'a, 'id, L: Access>;
    type ViewCase<'a, L: AnyAccess>;

    fn case<'a, 'id, L: Access>(branch: Branch<'a, 'id, Self::Variants, L>) -> Self::Case<'a, 'id, L>;

    fn view_case<'a, L: AnyAccess>(
        branch: Branch<'a, '_, Self::Variants, L>,
    ) -> Result<Self::ViewCase<'a, L>, L::Error>;
}

/// The [`Transformable`](crate::transform::Transformable) of an enum.
pub trait Transformable<M>: crate::cursor::Match {
    type Cases<'a, 'i, 'o, L: Layout>;

    fn begin<'a, 'i, 'o, L: Layout>(
        branch: Branch<'a, 'i, Self::Variants, L>,
        needs: Needs<'o, Self, L>,
    ) -> Self::Cases<'a, 'i, 'o, L>;
}

/// The [`Record`](crate::view::Record) of a struct.
pub trait Record<M> {
    type FieldList: List;
    type ViewFields<'a, L: AnyAccess>;

    fn view_fields<'a, L: AnyAccess>(
        parts: FieldViews<'a, Self::FieldList, L>,
    ) -> Result<Self::ViewFields<'a, L>, L::Error>;
}

/// The [`Member`](crate::fold::node::Member) of a type.
pub trait Member<M, R: ?Sized> {
    type Node<'a, L: Access>;
}

/// The [`FoldByNode`](crate::fold::FoldByNode) of a type.
pub trait FoldByNode<M> {
    type Node<'a, R, L: Access>;
}
