//! Trees of enums and structs, used in the bytes they travel in.
//!
//! Most programs turn data into bytes and back. Packed data needs neither: a tree is stored in one buffer, in
//! pre-order, tags and fields one after the other, without pointers, and is read, matched, folded, built, transformed
//! and edited *there*. The idea is that of "Type-safe and portable support for packed data" (ECOOP 2025).
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
//! let packed = Packed::<Tree, Indexed>::from_vec(bytes)?; // validated once
//! assert_eq!(sum(packed.view()), 3); // every read is a load
//! # Ok::<(), packed_data::Error>(())
//! ```
//!
//! The [book] is a tutorial, and has a page for each layout and for each topic below.
//!
//! # Define types
//!
//! - [`Packable`], the trait and its derive macro: a type that can be packed. [`Unpack`]: back into memory.
//! - [`Map`] and [`Set`]: the canonical types of maps and sets. Module [`types`]: enums of the standard library while
//!   they are packed; [`types::Reserved`] and [`types::Unknown`], for types that change.
//! - `#[packable(validate = path)]` states a condition on the values of a type ([`types::Validate`]); types of other
//!   crates are packed, and may be refused, by adapters (module [`with`]).
//! - [`Fingerprint`]: a hash of how a type is packed.
//!
//! # Pack and build
//!
//! - [`Packed`]: bytes that are one valid value. [`Packed::pack`] makes one from a value, [`pack_into`] appends to a
//!   buffer. Module [`packed`]: the buffers that can contain the bytes, and functions that pack into others.
//! - [`Packed::build`] builds a value piece by piece (module [`build`]), from [`Needs`] to [`Filled`].
//! - [`PackedVec`]: many packed values in one buffer, each complete in itself.
//!
//! # Read
//!
//! - Random access (module [`view`]): [`Packed::view`] returns a [`View`], or what the module has for the type: a
//!   sequence, a map, a set. The layout must have random access, such as [`Indexed`].
//! - One pass, in every layout (module [`cursor`]): [`Packed::read`] calls a function with a [`Cursor`], which returns
//!   [`Done`]. [`cursor::Fields::skip_to`] finds a field by its name.
//! - [`packed::OwnedViews`]: a packed value together with views of its parts, without a lifetime. [`Packed::get`]: one
//!   field of a struct, by its name, in every layout.
//! - [`Packed::unpack`] returns the value in memory.
//!
//! # Fold and transform
//!
//! - Traversals (module [`fold`]): folds from the bottom up, with one method for each constructor, and visits from the
//!   top down, which can end early. [`group!`] does the same for types that contain each other.
//! - Packed data made from packed data (module [`transform`]): [`Packed::transform`], and [`Packed::rewrite`], which
//!   finds the values to be changed by itself.
//! - [`Packed::edit`] and [`Packed::view_mut`] overwrite scalars, and enums without data, in place: [`Edit`].
//!
//! # Layouts
//!
//! A [`Layout`] defines how values are stored in bytes; it is a type parameter. The module [`layout`] contains all
//! layouts.
//!
//! - [`Compact`], the default: no byte that the value does not need.
//! - [`Indexed`]: the same, with the sizes and tables that random access needs.
//! - [`Cbor`]: CBOR (RFC 8949), for other languages. [`cbor`]: tools for CBOR without a type.
//! - [`layout::haskell`]: the layouts of Haskell libraries, byte for byte. [`layout::bincode`]: those of bincode.
//! - What a layout can do: [`RandomAccess`], [`InPlace`], [`layout::FieldAccess`]. [`Access`] is a layout or [`Edit`]
//!   of one.
//!
//! # Validate
//!
//! - [`Packed::from_slice`], [`Packed::from_vec`] and [`Packed::from_bytes`] (for any [`packed::Buffer`]) validate
//!   bytes once, and so does [`Packed::from_prefix`]. After that, reading needs no checks and cannot fail.
//! - [`Packed::unpack_from`] validates bytes and unpacks the value at once.
//! - [`packed::map_file`] maps a file into memory and validates it there.
//!
//! # Streams
//!
//! - [`stream`]: many values, one after the other, through [`stream::Writer`], [`stream::Reader`] and
//!   [`stream::Decoder`]; with tokio through [`stream::Codec`].
//!
//! # Many cores
//!
//! - [`parallel`]: iterators of rayon, validation, folds and packing in parallel; tables beside the bytes for layouts
//!   that do not say where values are.
//!
//! # Errors and limits
//!
//! - [`Error`]: what was expected, what was found ([`ErrorKind`]), at which byte, and in which field (module
//!   [`error`]).
//! - [`Limits`]: bounds on nesting, stack and size. [`TooDeep`]: an unpacked value exceeds them. [`Levels`]: the levels
//!   and the stack that are left to such a value.
//! - [`Dump`]: the bytes of a value beside its fields.
//!
//! # Tests
//!
//! - [`testing`]: assertions for the tests of your own types.
//!
//! # Features
//!
//! | feature | default | what it adds |
//! |---|---|---|
//! | `std` | yes | types of `std`, and readers and writers of streams; without it the crate needs only `alloc` |
//! | `derive` | yes | `#[derive(Packable)]` |
//! | `cbor` | yes | the layout [`Cbor`] and the module [`cbor`] |
//! | `haskell`, `bincode` | yes | the modules [`layout::haskell`] and [`layout::bincode`] |
//! | `serde-1` | no | packed values and views implement `serde::Serialize` |
//! | `bytes-1`, `indexmap-2`, `smallvec-1`, `uuid-1` | no | the types of these crates can be packed |
//! | `arrayvec-0_7`, `compact_str-0_10`, `either-1`, `smol_str-0_3` | no | the same |
//! | `half-2`, `ipnet-2`, `ordered-float-5`, `rust_decimal-1`, `semver-1`, `url-2` | no | the same |
//! | `chrono-0_4`, `jiff-0_2`, `time-0_3` | no | dates and times can be packed, in one form whatever the crate |
//! | `arbitrary-1`, `proptest-1` | no | `Packed<T, L>` can be generated where `T` can |
//! | `bitflags-2` | no | the adapter [`with::Bits`] |
//! | `rayon-1` | no | reading, validating, folding and packing on many cores: [`parallel`] |
//! | `memmap2-0_9` | no | [`packed::map_file`] |
//! | `tokio-util-0_7` | no | [`stream::Codec`] |
//! | `twox-hash-2` | no | streams of blocks with checksums: [`stream::block`] |
//! | `zerocopy-0_8` | no | [`view::InMemory`] and `#[packable(zerocopy)]`: types that are copied whole, and borrowed as slices |
//!
//! [book]: https://github.com/packed-data/packed-data/blob/main/book/src/SUMMARY.md
// (If a feature is off, its items are linked to docs.rs.)
#![cfg_attr(
    not(feature = "memmap2-0_9"),
    doc = "[`packed::map_file`]: https://docs.rs/packed-data/latest/packed_data/packed/fn.map_file.html"
)]
#![cfg_attr(
    not(feature = "bitflags-2"),
    doc = "[`with::Bits`]: https://docs.rs/packed-data/latest/packed_data/with/enum.Bits.html"
)]
#![cfg_attr(
    not(feature = "tokio-util-0_7"),
    doc = "[`stream::Codec`]: https://docs.rs/packed-data/latest/packed_data/stream/struct.Codec.html"
)]
#![cfg_attr(
    not(feature = "rayon-1"),
    doc = "[`parallel`]: https://docs.rs/packed-data/latest/packed_data/parallel/index.html"
)]
#![cfg_attr(
    not(feature = "twox-hash-2"),
    doc = "[`stream::block`]: https://docs.rs/packed-data/latest/packed_data/stream/block/index.html"
)]
#![cfg_attr(
    not(feature = "zerocopy-0_8"),
    doc = "[`view::InMemory`]: https://docs.rs/packed-data/latest/packed_data/view/trait.InMemory.html"
)]
// (If a default feature is off, links to its items are dead. `ci/docs.sh` checks all links with all features.)
#![cfg_attr(
    not(all(feature = "std", feature = "derive", feature = "cbor", feature = "haskell", feature = "bincode")),
    allow(rustdoc::broken_intra_doc_links, reason = "the items belong to features that are off")
)]
// (docs.rs builds with nightly, and says beside each item which feature it needs.)
#![cfg_attr(docsrs, feature(doc_cfg))]
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
pub mod error;
mod fingerprint;
pub mod fold;
mod impls;
mod inspect;
pub mod layout;
mod packable;
pub mod packed;
#[cfg(feature = "rayon-1")]
pub mod parallel;
// (Public only for messages of the compiler, which name shapes by short paths then. Code names `__private::shape`.)
#[doc(hidden)]
pub mod shape;
pub mod stream;
pub mod testing;
pub mod transform;
pub mod types;
pub mod view;
mod wire;
pub mod with;

// What the book's tutorial names, and most programs. All else is in the modules. (`ci/modules.sh` limits the number.)
#[doc(inline)]
pub use build::{Filled, Needs};
#[doc(inline)]
pub use cursor::{Cursor, Done};
#[doc(inline)]
pub use error::{Error, ErrorKind, TooDeep};
pub use fingerprint::Fingerprint;
pub use inspect::Dump;
#[cfg(feature = "cbor")]
#[doc(inline)]
pub use layout::Cbor;
#[doc(inline)]
pub use layout::{Access, Compact, Edit, InPlace, Indexed, Layout, RandomAccess};
pub use packable::{Packable, Unpack};
#[doc(inline)]
pub use packed::{Packed, PackedVec, pack_into};
#[cfg(feature = "derive")]
pub use packed_data_derive::{Packable, group};
#[doc(inline)]
pub use view::lazy::{Lazy, lazy};
#[doc(inline)]
pub use view::{Map, Set, View};
pub use wire::levels::Levels;
pub use wire::limits::Limits;
#[cfg(packed_data_steps)]
#[doc(hidden)]
pub use wire::steps;
