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

pub mod build;
pub mod cbor;
pub mod cursor;
mod error;
mod fingerprint;
pub mod fold;
mod identity;
mod impls;
mod invariant;
pub mod layout;
mod levels;
mod limits;
mod packable;
mod packed;
mod raw;
mod scalar;
pub mod shape;
#[cfg(not(packed_data_steps))]
mod steps;
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub mod steps;
pub mod stream;
mod transform;
mod validate;
pub mod view;

/// For code that the derive emits.
#[doc(hidden)]
pub mod __private {
    /// Calls `work` with `argument`.
    #[cfg(debug_assertions)]
    pub fn apart<A, R>(argument: A, work: impl FnOnce(A) -> R) -> R {
        work(argument)
    }
}

/// For code that the derive emits: evaluates an arm of a `match`, which uses a variable. In a build without optimisation
/// the arm is a function of its own.
///
/// There the compiler keeps the variables of all arms in the frame at once; with this, a `match` takes as much stack as its
/// largest arm. (Measured on an enum of eight constructors: packing took 12 kB of stack a level, unpacking 14 kB.) In an
/// optimised build a closure is not always inlined (packing a perfect tree in `Indexed` took 1.9 times the instructions).
#[cfg(debug_assertions)]
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($variable:ident => $arm:expr) => {
        $crate::__private::apart($variable, |$variable| $arm)
    };
}

/// For code that the derive emits: see the definition for builds without optimisation.
#[cfg(not(debug_assertions))]
#[doc(hidden)]
#[macro_export]
macro_rules! __apart {
    ($variable:ident => $arm:expr) => {
        $arm
    };
}

pub use build::{Filled, ItemWriter, Needs, NeedsFields, Written};
pub use cursor::{Cursor, Done, Fields, Items, Match};
pub use error::{Constructor, Error, ErrorKind, Names, Path};
pub use fingerprint::{Fingerprint, InvalidFingerprint};
pub use fold::{FoldItems, Foldable, Stopped, Visitable};
pub use impls::{
    BoundCase, IpAddrCase, OptionCase, OptionTransform, OrderingCase, ResultCase, ResultTransform, SocketAddrCase,
};
pub use layout::{Access, Cbor, Compact, Edit, FieldAccess, InPlace, Indexed, Layout, RandomAccess, haskell};
pub use levels::{Levels, TooDeep};
pub use limits::Limits;
pub use packable::{Packable, Unpack};
#[cfg(feature = "memmap2-0_9")]
pub use packed::MapError;
pub use packed::{Buffer, BufferMut, CloneBuffer, Packed, build_into, pack_into};
#[cfg(feature = "derive")]
pub use packed_data_derive::Packable;
pub use scalar::Scalar;
pub use transform::{Transform, Transformable};
pub use view::{
    Array, Entry, Lookup, Map, MapView, Read, Record, ScalarMut, Scalars, Seq, Set, SetView, View, ViewMut,
};
