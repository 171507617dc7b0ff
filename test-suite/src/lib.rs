//! What the test suites share: types of a dozen shapes, strategies that generate them, every way of
//! reading them, and macros that run a suite over every shape and every layout.
//!
//! A suite is a function that is generic over [`Sample`] and [`TestLayout`], written once. A new shape is
//! one line in [`over_shapes!`]; a new layout is one line there, one in [`over_layouts!`], and its
//! [`TestLayout`].
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod book;
pub mod constructors;
mod harness;
mod readers;
mod sample;
mod shapes;
mod strategies;

pub use harness::{TestLayout, check, config};
pub use readers::{Changes, Reads};
pub use sample::Sample;
pub use shapes::{
    Arrays, Ast, Big, Color, Forest, Generic, Grove, Json, JsonFold, JsonVisit, List, ListCase, ListFold, ListVisit,
    MaybeVoid, Nested, Node, NodeFold, NodeVisit, Numbers, Pair, Rose, Sums, Texts, Tree, TreeCase, TreeFold, TreeView,
    TreeVisit, Void,
};
