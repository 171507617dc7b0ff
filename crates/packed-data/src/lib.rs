//! Trees of enums and structs, used in the bytes they travel in.
//!
//! Programs spend their time turning data into bytes and back. Packed data needs neither: a tree lives in
//! one buffer, pre-order, tags and fields inlined, no pointers, and is read, matched, folded, built,
//! transformed and edited *there*. The idea is that of "Type-safe and portable support for packed data"
//! (ECOOP 2025).
//!
//! ```
//! use packed_data::{Indexed, Packable, Packed, View};
//!
//! #[derive(Packable)]
//! enum Tree {
//!     Leaf(i64),
//!     Node(Box<Tree>, Box<Tree>),
//! }
//!
//! fn sum(tree: View<'_, Tree, Indexed>) -> i64 {
//!     match tree.case() {
//!         TreeView::Leaf(n) => n,
//!         TreeView::Node(left, right) => sum(left) + sum(right),
//!     }
//! }
//!
//! let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(2)));
//! let bytes = Packed::<_, Indexed>::pack(&tree).into_inner(); // save them, send them, map them
//!
//! let packed = Packed::<Tree, Indexed, _>::from_bytes(bytes)?; // validated once
//! assert_eq!(sum(packed.view()), 3); // every read is a load
//! # Ok::<(), packed_data::Error>(())
//! ```
//!
//! - To make packed data: [`Packed::pack`] a value, or [`Packed::build`] it piece by piece ([`Needs`]).
//! - To read it, three ways: a [`View`] (random access, in the layout [`Indexed`]), a [`Cursor`] (one pass, in
//!   any layout), or a fold, where the library owns the loop ([`Foldable`], [`Visitable`]).
//! - To change it: [`Packed::edit`] and [`Packed::view_mut`] overwrite scalars in place;
//!   [`Cursor::transform`] makes packed data from packed data.
//! - To take it from outside: [`Packed::from_bytes`] validates; [`Limits`] bound it; an [`Error`] says what is
//!   wrong, at which byte, in which field.
#![no_std]

extern crate alloc;
#[cfg(feature = "std")]
extern crate std;

// The derive names the crate `packed_data`, here too.
extern crate self as packed_data;

#[doc(hidden)]
pub mod __private;
pub mod build;
#[cfg(feature = "cbor")]
pub mod cbor;
pub mod cursor;
mod fingerprint;
pub mod fold;
mod impls;
pub mod layout;
mod packable;
mod packed;
pub mod shape;
pub mod stream;
mod transform;
pub mod view;
mod wire;

pub use build::{Filled, ItemWriter, Needs, NeedsFields, Written};
pub use cursor::{Cursor, Done, Fields, Items, Match};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use fold::{FoldItems, Foldable, Stopped, Visitable};
pub use impls::{
    BoundCase, IpAddrCase, OptionCase, OptionTransform, OrderingCase, ResultCase, ResultTransform, SocketAddrCase,
};
#[cfg(feature = "cbor")]
pub use layout::Cbor;
#[cfg(feature = "haskell")]
pub use layout::haskell;
pub use layout::{Access, Compact, Edit, FieldAccess, InPlace, Indexed, Layout, RandomAccess};
pub use packable::{Packable, Unpack};
#[cfg(feature = "memmap2-0_9")]
pub use packed::MapError;
pub use packed::{Buffer, BufferMut, CloneBuffer, Packed, build_into, pack_into};
#[cfg(feature = "derive")]
pub use packed_data_derive::Packable;
pub use transform::{Transform, Transformable};
pub use view::{
    Array, Entry, Lookup, Map, MapView, Read, Record, ScalarMut, Scalars, Seq, Set, SetView, View, ViewMut,
};
pub use wire::error::{Constructor, Error, ErrorKind, Names, Path};
pub use wire::levels::{Levels, TooDeep};
pub use wire::limits::Limits;
pub use wire::scalar::Scalar;
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub use wire::steps;
