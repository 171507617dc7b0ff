//! Layouts: how packed data is stored in bytes.
//!
//! A layout is a type. It decides how scalars, tags, lengths and sequences are written, read and checked, and what is
//! written before a field; everything else (cursors, views, folds, the builder, validation) is the same for all of
//! them. *Native* layouts have positions that are plain pointers, and share one implementation. [`Compact`] and
//! [`Indexed`] are native; they differ only in what they add to make jumps possible.
//!
//! # Layouts
//!
//! - [`Layout`]: the trait of all layouts.
//! - [`Compact`], [`Indexed`], [`Cbor`], those of Haskell libraries ([`haskell`]), and those of bincode ([`bincode`]).
//!
//! # Capabilities and access
//!
//! - [`FieldAccess`], [`RandomAccess`], [`InPlace`]: what a layout can do in addition to reading in order.
//! - [`Access`]: how the bytes are used: a layout (for reading), or [`Edit`] of one. [`Mode`]: [`Reading`] or
//!   [`Editing`].

// The order of files:
//
// - A file beside this one is a layout (`compact.rs`, `indexed.rs`, `haskell.rs`, `bincode.rs`), or a concept that all
//   layouts share: the trait (here) and its capabilities, which are its supertraits: the steps that every layout takes
//   (`read.rs`, `check.rs`, `write.rs`), and those of one with self-delimiting items (`items.rs`), with the traits of
//   their associated types (`position.rs`, `frame.rs`, `remaining.rs`); what only some layouts can do for a user
//   (`capability.rs`), how a layout is accessed (`access.rs`). The rules of each layout, as data, are in the crate
//   `packed-data-model` (`format.rs`, `encoding.rs`). What is the same for all layouts is not here but above, in
//   `shape/`.
// - A folder is an implementation of the capabilities: `native/` for all layouts whose positions are plain pointers,
//   `cbor/` for CBOR. In it, `mod.rs` implements them and only calls; the other files are split by what they do
//   (`read.rs` or `item.rs`, `check.rs`, `write.rs`), and then by the parts of the bytes that need more than a few
//   lines.
//
// To understand `Compact`: `compact.rs`, the rules that it chooses in `format.rs`, then `native/`. In `native/` a rule
// that a layout does not choose is a branch on a constant, which is not compiled for it. `native/rules.rs` lists for
// each such constant the layouts that have it; `native/table.rs` is only for `Indexed`, `native/cells.rs`,
// `native/float.rs` and `native/last.rs` are only for layouts of Haskell libraries, `native/varint.rs` is only for
// `bincode::Standard`.

mod access;
mod backpatch;
#[cfg(feature = "bincode")]
pub mod bincode;
mod capability;
#[cfg(feature = "cbor")]
pub mod cbor;
mod check;
mod compact;
mod frame;
#[cfg(feature = "haskell")]
pub mod haskell;
mod indexed;
mod items;
mod native;
mod position;
mod read;
pub(crate) mod reader;
mod remaining;
mod write;

pub use access::{Access, AnyAccess, Edit, Editing, Mode, Reading};
pub(crate) use access::{FieldState, Pos, RemainingOf};
pub(crate) use backpatch::{Backpatch, HeaderBackpatch};
pub use capability::{FieldAccess, InPlace, RandomAccess};
#[cfg(feature = "cbor")]
pub use cbor::Cbor;
pub(crate) use check::{CheckLayout, CheckState, CheckerOf, StatedElements};
pub use compact::Compact;
pub(crate) use frame::Frame;
pub use indexed::Indexed;
pub(crate) use items::ItemLayout;
pub(crate) use native::has_table;
pub use packed_data_model::{Format, LayoutId};
pub(crate) use packed_data_model::{SequenceRule, SizeRule};
pub(crate) use position::Position;
pub(crate) use read::ReadLayout;
pub(crate) use remaining::Remaining;
pub(crate) use write::WriteLayout;

/// How packed data is stored in bytes.
///
/// The trait is sealed: its operations are those of its supertraits, which no other crate can name. They are called
/// through cursors, views, builders and [`Packed`](crate::Packed). Write functions that are generic over it, and they
/// run over every layout.
///
/// # Safety
///
/// For every shape: what `CheckLayout` and `ItemLayout` check is what `ReadLayout`, `ItemLayout` and their associated
/// types rely on, and what `WriteLayout` and `ItemLayout` write passes that check.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over every layout, write `L: Layout`"
)]
///
/// ```
/// use packed_data::{Compact, Indexed, Layout, Packed};
///
/// fn size<L: Layout>() -> usize {
///     Packed::<Vec<String>, L>::pack(&vec!["to".into(), "be".into()]).as_bytes().len()
/// }
///
/// assert_eq!((size::<Compact>(), size::<Indexed>()), (7, 9)); // the second has a table of ends
/// ```
pub unsafe trait Layout: ReadLayout + CheckLayout + WriteLayout + ItemLayout {
    /// What the layout is called in messages.
    ///
    /// ```
    /// use packed_data::{Compact, Layout};
    ///
    /// assert_eq!(Compact::NAME, "Compact");
    /// ```
    const NAME: &'static str = Self::ID.name();

    /// The layout as a value, by which programs that have no type for it name it.
    ///
    /// ```
    /// use packed_data::{Indexed, Layout};
    ///
    /// assert_eq!("Indexed".parse(), Ok(Indexed::ID));
    /// ```
    const ID: LayoutId;

    /// Its rules, which determine all sizes.
    #[doc(hidden)]
    const FORMAT: &'static Format = Self::ID.format();

    /// Whether bytes from outside are checked and unpacked in one pass. Only a native layout that writes nothing but
    /// tags, counts and values, in order, may say so.
    #[doc(hidden)]
    const ONE_PASS: bool = false;
}

/// Only the library defines modes and accesses.
pub(crate) mod sealed {
    /// Implemented for the modes of this module.
    pub trait Sealed {}

    /// Implemented for every layout, for [`super::Edit`] and [`crate::Lazy`].
    pub trait Accessible {}

    impl<L: super::Layout> Accessible for L {}
    impl<L: super::Layout> Accessible for super::Edit<L> {}
    impl<L: super::RandomAccess> Accessible for crate::Lazy<L> {}

    impl Sealed for super::Reading {}
    impl Sealed for super::Editing {}
}
