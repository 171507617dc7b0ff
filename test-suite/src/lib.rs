//! Code that the test suites share: types of a dozen shapes, strategies that generate them, every way of reading them,
//! a reference reader, and macros that run a suite over every shape and every layout.
//!
//! A suite is written once, as a function that is generic over [`Sample`] and [`TestLayout`]. A new shape is one line
//! in `with_shapes!`; a new layout is one line in [`layouts!`]. Suites that need no reader written by hand, and try all
//! short strings of bytes, run over `with_small_shapes!`.
#![forbid(unsafe_code)]

#[cfg(doctest)]
mod book;
pub mod cbor_items;
pub mod constructors;
pub mod described;
mod harness;
pub mod haskell;
pub mod hostile_schemas;
mod instances;
mod layouts;
pub mod lazily;
pub mod names;
pub mod pictures;
mod preludes;
mod probe;
mod readers;
pub mod reference;
mod sample;
mod shapes;
mod small;
mod stack;
pub mod steps;
mod strategies;
pub mod tables;
mod versions;

pub use harness::{LEVELS, TestLayout, check, check_some, config, few, swept};
pub use instances::{Instance, instances};
pub use probe::{Sameness, is_of_larger_machine, probe, probe_accepted, probe_lazily, written_back};
pub use readers::{Changes, Reads};
pub use sample::Sample;
pub use shapes::{
    Arrays, Ast, AstCase, Big, Chain, Color, Event, Floor, Forest, Generic, Grove, Grown, Json, JsonCase, JsonFold,
    JsonTransform, JsonVisit, Label, Large, Library, Links, List, ListCase, ListFold, ListVisit, Marked, MaybeVoid,
    Nested, Node, NodeFold, NodeVisit, Note, Numbers, Pair, Parcel, Profile, Record, Room, Rose, Scalars, Shelf,
    Signal, Sums, Term, Texts, Tile, Tree, TreeCase, TreeFold, TreeView, TreeVisit, Twig, Version, Void,
};
pub use small::Readable;
pub use stack::{LONG, in_a_small_stack, in_a_stack};
