//! For code that the derive emits, and for tests of parts that users do not name. Nothing here is part of the
//! documented interface.

pub mod veil;

#[cfg(feature = "zerocopy-0_8")]
pub use crate::build::block::write_block;
#[cfg(feature = "zerocopy-0_8")]
pub use crate::cursor::block::unpack_block;
pub use crate::cursor::branch::Branch;
pub use crate::cursor::incoming::{Incoming, is_taken_apart};
pub use crate::fingerprint::former_names;
pub use crate::fold::field::FoldField;
pub use crate::fold::folded_field::{Folded, FoldedField, Slot};
pub use crate::fold::node::{ByNode, FoldNode, FoldNodeField, JoinField, Known, Member, leaf_view};
pub use crate::fold::unroll::{Call, Inline, Unroll};
pub use crate::fold::visit::{AfterTag, Stop, Unvisited, VisitList};
pub use crate::fold::visit_field::{IsSelf, No, VisitField, Yes};
pub use crate::inspect::debug_fields;
pub use crate::shape;
#[cfg(feature = "cbor")]
pub use crate::shape::RawItem;
pub use crate::shape::marker::Bare;
#[cfg(feature = "zerocopy-0_8")]
pub use crate::shape::memory::Memory;
pub use crate::shape::schema::Schema;
pub use crate::shape::variants::{At, InTier, More, NextTier, Tier};
pub use crate::shape::visit::{Chosen, Found};
pub use crate::view::field_views::FieldViews;
pub use crate::view::lazy::walk as walk_lazily;
pub use crate::wire::checker::Failed;
pub use crate::wire::error::FormerName;
pub use crate::wire::value_writer::{Expected, ValueWriter};
pub use crate::with::AdapterOf;
pub use crate::with::refusal::{NotConverted, Stated, Unstated};

#[cfg(feature = "zerocopy-0_8")]
pub use alloc::vec::Vec;

#[cfg(feature = "derive")]
pub use packed_data_derive::__group_member as group_member;

/// For code that the derive emits: reads a constructor without fields. (A function for each type, not for each of these
/// constructors, as [`__apart!`](crate::__apart) would make it; little of their arms is in the frame of the `match`.)
///
/// # Errors
///
/// Never.
#[cfg_attr(not(debug_assertions), inline(always))]
pub fn unit<'id, T, F: shape::Empty, L: crate::Access>(
    fields: crate::cursor::Fields<'_, 'id, F, L>,
    value: T,
) -> Result<crate::Done<'id, T, L>, crate::TooDeep> {
    Ok(fields.done(value))
}

/// Calls `work` with `argument`.
#[cfg(debug_assertions)]
pub fn apart<A, R>(argument: A, work: impl FnOnce(A) -> R) -> R {
    work(argument)
}

/// For code that the derive emits: evaluates an arm of a `match`, which uses a variable. In a build without
/// optimisation the arm is a function of its own.
///
/// There the compiler keeps the variables of all arms in the frame at the same time; with this macro, a `match` takes
/// only as much stack as its largest arm. (Measured on an enum of eight constructors: packing took 12 kB of stack per
/// level, unpacking 14 kB.) In an optimised build the arm is not put into a closure, because closures are not always
/// inlined (packing a perfect tree in `Indexed` took 1.9 times the instructions).
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($variable:ident => $arm:expr) => {
        $crate::__private::apart($variable, |$variable| $arm)
    };
}

/// For code that the derive emits: evaluates an arm of a `match` without a function of its own.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($variable:ident => $arm:expr) => {
        $arm
    };
}

/// A type, as an associated type of itself, if a constant is true.
pub trait If<const IS: bool> {
    /// The type.
    type Itself: ?Sized;
}

impl<T: ?Sized> If<true> for T {
    type Itself = T;
}
