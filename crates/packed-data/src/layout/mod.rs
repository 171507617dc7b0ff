//! Layouts: how packed data is stored in bytes.
//!
//! A layout is a type. It decides how scalars, tags, lengths and sequences are written, read and checked, and what is
//! written before a field; everything else (cursors, views, folds, the builder, validation) is the same for all of
//! them. [`Compact`] and [`Indexed`] are both *native*: little-endian scalars at their width in memory, and positions
//! that are plain pointers. They differ only in what they add to make jumps possible, and share one implementation.
//!
//! # Layouts
//!
//! - [`Layout`]: the trait of all layouts.
//! - [`Compact`], [`Indexed`], [`Cbor`], and those of Haskell libraries ([`haskell`]).
//!
//! # Capabilities and access
//!
//! - [`FieldAccess`], [`RandomAccess`], [`InPlace`]: what a layout can do in addition to reading in order.
//! - [`Access`]: how the bytes are used: a layout (for reading), or [`Edit`] of one. [`Mode`]: [`Reading`] or
//!   [`Editing`].

// The order of files:
//
// - A file beside this one is a layout (`compact.rs`, `indexed.rs`, `haskell.rs`), or a concept that all layouts share:
//   the trait (here), what a layout can do (`capability.rs`), how it is accessed (`access.rs`), its rules as data
//   (`format.rs`).
// - A folder is an implementation of `Layout`: `native/` for all layouts whose positions are plain pointers, `cbor/`
//   for CBOR. In it, `mod.rs` implements the trait and only calls; the other files are split by what they do (`read.rs`
//   or `item.rs`, `check.rs`, `write.rs`), and then by the parts of the bytes that need more than a few lines.
//
// To understand `Compact`: `compact.rs`, the rules that it chooses in `format.rs`, then `native/`. In `native/` a rule
// that a layout does not choose is a branch on a constant, which is not compiled for it. `native/rules.rs` lists for
// each such constant the layouts that have it; `native/table.rs` is only for `Indexed`, `native/cells.rs` and
// `native/float.rs` are only for layouts of Haskell libraries.

mod access;
mod backpatch;
mod capability;
#[cfg(feature = "cbor")]
pub mod cbor;
mod compact;
mod format;
#[cfg(feature = "haskell")]
pub mod haskell;
mod indexed;
#[cfg(feature = "cbor")]
mod item;
mod native;

pub use access::{Access, Edit, Editing, Mode, Reading};
pub(crate) use access::{FieldState, Pos};
pub(crate) use backpatch::{Backpatch, HeaderBackpatch};
pub use capability::{FieldAccess, InPlace, RandomAccess};
#[cfg(feature = "cbor")]
pub use cbor::Cbor;
pub use compact::Compact;
pub use format::Format;
pub(crate) use format::SizeRule;
pub use indexed::Indexed;
pub(crate) use native::has_table;

use crate::shape::{SequenceShape, Shape, Variants};
use crate::wire::checker::{Checker, Failed};
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};

/// How packed data is stored in bytes.
///
/// The trait is sealed. Cursors, views, builders and [`Packed`](crate::Packed) call its functions; programs do not.
/// Functions that are generic over it work with every layout.
///
/// # Safety
///
/// For every shape, the reading functions are sound for all bytes that the `check_` functions accept, and the `check_`
/// functions accept everything that the writing functions write.
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
pub unsafe trait Layout: sealed::Sealed + Sized + 'static {
    /// A position in the bytes.
    #[doc(hidden)]
    type Pos: Copy + Send + Sync + 'static;
    /// What is remembered between the fields of a struct or constructor, or between the elements of an array.
    #[doc(hidden)]
    type FieldState: Copy + Send + Sync + 'static;
    /// The header of a sequence, after it was read.
    #[doc(hidden)]
    type SequenceHeader: Copy + Send + Sync + 'static;
    /// The elements of a sequence that are still to be read.
    #[doc(hidden)]
    type RemainingElements: Copy + Send + Sync + 'static;

    /// The name of the layout in messages.
    ///
    /// ```
    /// use packed_data::{Compact, Layout};
    ///
    /// assert_eq!(Compact::NAME, "Compact");
    /// ```
    const NAME: &'static str;

    /// How this layout encodes each size class; it determines the sizes of all values.
    #[doc(hidden)]
    const FORMAT: &'static Format;

    /// Whether the elements of a sequence are side by side, up to the end of the sequence.
    #[doc(hidden)]
    const ELEMENTS_SIDE_BY_SIDE: bool;

    /// Returns the position `offset` bytes into `bytes`.
    ///
    /// # Safety
    ///
    /// `offset` is at most the length of `bytes`.
    #[doc(hidden)]
    unsafe fn at(bytes: &[u8], offset: usize) -> Self::Pos;

    /// Returns the position at the beginning of bytes that may be overwritten.
    #[doc(hidden)]
    fn at_mut(bytes: &mut [u8]) -> Self::Pos;

    /// Returns the bytes of a value from its position to its end.
    ///
    /// # Safety
    ///
    /// A valid value is stored from `start` to `end`, in a buffer that lives for `'a`.
    #[doc(hidden)]
    unsafe fn between<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8];

    /// Returns the bytes of a value as a value on its own, from its position to its end.
    ///
    /// # Safety
    ///
    /// As for [`between`](Self::between).
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn value_bytes<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8] {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { Self::between(start, end) }
    }

    /// Skips a value of static size; returns the position `size` bytes further on.
    ///
    /// # Safety
    ///
    /// A valid value of that size is stored at `pos`.
    #[doc(hidden)]
    unsafe fn advance(pos: Self::Pos, size: usize) -> Self::Pos;

    /// Returns the end of the outermost value, given the end of its innermost last field. (By [`last`](Self::last) a
    /// position carries the trailing items of the enclosing values.)
    ///
    /// # Safety
    ///
    /// The innermost last field of a valid value ends at `pos`.
    #[doc(hidden)]
    unsafe fn finish_trailing(pos: Self::Pos) -> Self::Pos;

    /// Skips `items` self-delimiting items without using the shape; returns `None` if the layout is not
    /// self-delimiting.
    ///
    /// # Safety
    ///
    /// Valid values of `items` items in total are stored at `pos`.
    #[doc(hidden)]
    unsafe fn walk(pos: Self::Pos, items: u32) -> Option<Self::Pos>;

    /// Reads a scalar; returns it with its end.
    ///
    /// # Safety
    ///
    /// A valid scalar is stored at `pos`.
    #[doc(hidden)]
    unsafe fn scalar<S: Scalar>(pos: Self::Pos) -> (S, Self::Pos);

    /// Returns the end of a scalar whose size is not static.
    ///
    /// # Safety
    ///
    /// A valid scalar is stored at `pos`.
    #[doc(hidden)]
    unsafe fn skip_scalar<S: Scalar>(pos: Self::Pos) -> Self::Pos;

    /// Overwrites a scalar of static size.
    ///
    /// # Safety
    ///
    /// A valid scalar is stored at `pos`, in bytes to which there is no other reference.
    #[doc(hidden)]
    unsafe fn set_scalar<S: Scalar>(pos: Self::Pos, value: S);

    /// Returns the bytes of a string, and its end.
    ///
    /// # Safety
    ///
    /// A valid string is stored at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn blob<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Returns the bytes of an item of CBOR of any kind, and its end.
    ///
    /// # Safety
    ///
    /// A valid item is stored at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    unsafe fn raw<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Enters a struct of shape `S`; returns its state, and the position of its first field.
    ///
    /// # Safety
    ///
    /// A valid struct is stored at `pos`.
    #[doc(hidden)]
    unsafe fn enter_struct<S: Shape>(pos: Self::Pos) -> (Self::FieldState, Self::Pos);

    /// Enters an enum of shape `S`; returns its tag, its state, and the position of its first field.
    ///
    /// # Safety
    ///
    /// A valid enum is stored at `pos`.
    #[doc(hidden)]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Self::Pos) -> (u32, Self::FieldState, Self::Pos);

    /// Enters an array of `count` elements of shape `S`; returns its state, and the position of its first element.
    ///
    /// # Safety
    ///
    /// A valid array is stored at `pos`.
    #[doc(hidden)]
    unsafe fn enter_array<S: Shape>(pos: Self::Pos, count: usize) -> (Self::FieldState, Self::Pos);

    /// Returns the state after one more field.
    #[doc(hidden)]
    fn next_field(state: Self::FieldState) -> Self::FieldState;

    /// Returns whether the next field, at `pos`, is absent.
    ///
    /// # Safety
    ///
    /// The fields before it end at `pos`.
    #[doc(hidden)]
    unsafe fn is_absent(state: Self::FieldState, pos: Self::Pos) -> bool;

    /// Returns the end of a value whose fields end at `pos`.
    ///
    /// # Safety
    ///
    /// The fields of a valid value end at `pos`, and `state` is the state after them.
    #[doc(hidden)]
    unsafe fn leave(state: Self::FieldState, pos: Self::Pos) -> Self::Pos;

    /// Returns the position of the last field, with the trailing items after it; [`finish_trailing`](Self::finish_trailing) skips them.
    ///
    /// # Safety
    ///
    /// The last field of a valid value is stored at `pos`.
    #[doc(hidden)]
    unsafe fn last(state: Self::FieldState, pos: Self::Pos) -> Self::Pos;

    /// Returns the position after a CBOR tag. There may be other tags before it.
    ///
    /// # Safety
    ///
    /// The tag is stored before the item at `pos`.
    #[doc(hidden)]
    unsafe fn pass_tag(pos: Self::Pos, _: u64) -> Self::Pos {
        pos
    }

    /// Returns the position of the value of a field, after the size that the layout writes before it.
    ///
    /// # Safety
    ///
    /// A valid field with its size is stored at `pos`.
    #[doc(hidden)]
    unsafe fn enter_sized(pos: Self::Pos) -> Self::Pos;

    /// Returns the position of the value of a field and its end, both computed from the size before it; returns `None`
    /// if the layout has no sizes.
    ///
    /// # Safety
    ///
    /// A valid field with its size is stored at `pos`.
    #[doc(hidden)]
    unsafe fn span_sized(pos: Self::Pos) -> Option<(Self::Pos, Self::Pos)>;

    /// Reads the header of a sequence of elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid sequence is stored at `pos`.
    #[doc(hidden)]
    unsafe fn sequence_header<S: Shape>(pos: Self::Pos) -> Self::SequenceHeader;

    /// Returns the number of elements; counts them if the sequence does not state their number.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of elements of shape `S`. The functions below require the same.
    #[doc(hidden)]
    unsafe fn len<S: Shape>(header: &Self::SequenceHeader) -> usize;

    /// Returns the elements that are still to be read, which are all, and the position of the first.
    #[doc(hidden)]
    fn first(header: Self::SequenceHeader) -> (Self::RemainingElements, Self::Pos);

    /// Returns the position of the next element, which is at or after `pos`, and counts it as read; `None` if all are
    /// read.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn next<S: Shape>(remaining: &mut Self::RemainingElements, pos: Self::Pos) -> Option<Self::Pos>;

    /// Returns the number of elements from `pos` on; counts them if the sequence does not state their number.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn count_remaining<S: Shape>(remaining: &Self::RemainingElements, pos: Self::Pos) -> usize;

    /// Returns the stated number of elements that are still to be read; 0 if the sequence does not state it.
    #[doc(hidden)]
    fn stated(remaining: &Self::RemainingElements) -> usize;

    /// Returns the end of a sequence whose elements, all of which are read, end at `pos`.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn after(remaining: Self::RemainingElements, pos: Self::Pos) -> Self::Pos;

    /// Returns the end of the sequence, if it can be computed without a walk over the elements.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn jump_sequence<S: Shape>(header: Self::SequenceHeader) -> Option<Self::Pos>;

    /// Checks a scalar; returns its end.
    ///
    /// # Errors
    ///
    /// The checker records what is wrong, and where; so do the functions below.
    #[doc(hidden)]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks a string; returns its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks the beginning of a struct of shape `S`; returns its state, and the offset of its first field.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<(Self::FieldState, usize), Failed>;

    /// Checks the beginning of an enum of shape `S`; returns its tag, its state, and the offset of its first field.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_enum<S: Shape, V: Variants>(
        checker: &mut Checker<'_>,
        at: usize,
    ) -> Result<(u32, Self::FieldState, usize), Failed>;

    /// Checks the beginning of an array of `count` elements of shape `S`; returns its state, and the offset of its
    /// first element.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_array<S: Shape>(
        checker: &mut Checker<'_>,
        at: usize,
        count: usize,
    ) -> Result<(Self::FieldState, usize), Failed>;

    /// Checks that there are at least `fields` fields.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_count(checker: &mut Checker<'_>, state: Self::FieldState, at: usize, fields: u32) -> Result<(), Failed>;

    /// Checks that a CBOR tag precedes an item; returns the offset after that tag, at which the reader begins too
    /// ([`pass_tag`](Self::pass_tag)).
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_tag(_: &mut Checker<'_>, at: usize, _: u64) -> Result<usize, Failed> {
        Ok(at)
    }

    /// Checks an item of CBOR of any kind; returns its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    fn check_raw(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Returns whether the next field, at `at`, is absent.
    #[doc(hidden)]
    fn check_absent(checker: &Checker<'_>, state: Self::FieldState, at: usize) -> bool;

    /// Checks what follows the last field; returns the end of the value.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_leave(checker: &mut Checker<'_>, state: Self::FieldState, at: usize) -> Result<usize, Failed>;

    /// Records that a value is a last field, with the trailing items after it; returns the offset of the value.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_last(checker: &mut Checker<'_>, state: Self::FieldState, at: usize) -> Result<usize, Failed>;

    /// Checks the trailing items that were recorded for the value that ends at `at`; returns their end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_trailing(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks the size before a field; returns the offset after it, and the size. The size is `None` if the layout
    /// compares sizes elsewhere.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed>;

    /// Checks a sequence; returns its end. It calls `each` with the offset and index of each element; `each` returns
    /// the end of the element.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_sequence<Q: SequenceShape>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed>;

    /// Checks a sequence of elements of `size` bytes each, for which every bit pattern is valid; returns its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_block<Q: SequenceShape>(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed>;

    /// Writes a scalar at offset `pos`; returns the offset after it. The functions below do the same for other values.
    ///
    /// # Safety
    ///
    /// There is capacity for the scalar.
    #[doc(hidden)]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize;

    /// Writes scalars as elements of a sequence, one after the other.
    #[doc(hidden)]
    fn write_scalars<S: Scalar>(writer: &mut ValueWriter, pos: usize, values: &[S]) -> usize;

    /// Writes a string.
    #[doc(hidden)]
    fn write_blob(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize;

    /// Writes a CBOR tag.
    #[doc(hidden)]
    fn write_tag(_: &mut ValueWriter, pos: usize, _: u64) -> usize {
        pos
    }

    /// Writes an item of CBOR; `bytes` must be one well-formed item.
    #[doc(hidden)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    fn write_raw(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize;

    /// Begins a struct of shape `S` with `fields` fields.
    ///
    /// # Safety
    ///
    /// There is capacity for the bytes that [`Format`] counts for it.
    #[doc(hidden)]
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, fields: u32) -> usize;

    /// Begins constructor `tag`, with `fields` fields, of an enum of shape `S`.
    ///
    /// # Safety
    ///
    /// There is capacity for the bytes that [`Format`] counts for it.
    #[doc(hidden)]
    unsafe fn write_enum<S: Shape, V: Variants>(writer: &mut ValueWriter, pos: usize, tag: u32, fields: u32) -> usize;

    /// Begins an array of `count` elements of shape `S`.
    #[doc(hidden)]
    fn write_array<S: Shape>(writer: &mut ValueWriter, pos: usize, count: usize) -> usize;

    /// Ends an array.
    #[doc(hidden)]
    fn end_array<S: Shape>(writer: &mut ValueWriter);

    /// Begins a field; the layout may write its size before it.
    #[doc(hidden)]
    fn begin_sized(writer: &mut ValueWriter, pos: usize) -> Backpatch;

    /// Ends a field, whose value ends at `pos`.
    #[doc(hidden)]
    fn end_sized(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize;

    /// Begins a last field, which ends where the enclosing value ends. If the layout writes its size before it, the
    /// writer records it as pending.
    #[doc(hidden)]
    fn begin_last(writer: &mut ValueWriter, pos: usize) -> usize;

    /// Begins a sequence.
    #[doc(hidden)]
    fn begin_sequence<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize, expected: Expected) -> HeaderBackpatch;

    /// Begins an element; returns the offset at which its value must be written.
    #[doc(hidden)]
    fn begin_element<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize) -> usize;

    /// Ends a sequence of `count` valid elements, which end at `pos`.
    #[doc(hidden)]
    fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch,
        count: usize,
    ) -> usize;
}

/// Keeps the set of layouts and modes closed.
pub(crate) mod sealed {
    /// Implemented for the layouts and modes of this module.
    pub trait Sealed {}

    /// Implemented for every layout, and for [`super::Edit`].
    pub trait Accessible {}

    impl<L: super::Layout> Accessible for L {}
    impl<L: super::Layout> Accessible for super::Edit<L> {}

    impl Sealed for super::Reading {}
    impl Sealed for super::Editing {}
}
