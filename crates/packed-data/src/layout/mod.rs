//! Layouts: how packed data is stored in bytes.
//!
//! A layout is a type. It decides how scalars, tags, lengths and sequences are written, read and checked, and what is
//! written before a field; everything else (cursors, views, folds, the builder, validation) is the same for all of
//! them. [`Compact`] and [`Indexed`] are both *native*: little-endian scalars at their width in memory, and positions
//! that are plain pointers. They differ only in what they add to make jumps possible, and share one implementation.

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
// that a layout does not choose is a branch on a constant, which is not compiled for it. `native/rules.rs` says for
// each such constant which layouts have it; `native/table.rs` is only for `Indexed`, `native/cells.rs` and
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

/// How packed data stands in bytes.
///
/// The trait is sealed: its operations are the library's own, and are called through cursors, views,
/// builders and [`Packed`](crate::Packed). Write functions that are generic over it, and they run over
/// every layout.
///
/// # Safety
///
/// For every shape: what the `check_` functions accept is what the reading functions rely on, and what
/// the writing functions write is accepted by the `check_` functions.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over any layout write `L: Layout`"
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
    /// What must be remembered between the fields of a struct or constructor, or the elements of an array.
    #[doc(hidden)]
    type FieldState: Copy + Send + Sync + 'static;
    /// The beginning of a sequence, read.
    #[doc(hidden)]
    type SequenceHeader: Copy + Send + Sync + 'static;
    /// What is still to come of a sequence that is read element by element.
    #[doc(hidden)]
    type RemainingElements: Copy + Send + Sync + 'static;

    /// What the layout is called in messages.
    ///
    /// ```
    /// use packed_data::{Compact, Layout};
    ///
    /// assert_eq!(Compact::NAME, "Compact");
    /// ```
    const NAME: &'static str;

    /// What it makes of the forms of values.
    #[doc(hidden)]
    const FORMAT: &'static Format;

    /// Whether the elements of a sequence stand side by side up to its end.
    #[doc(hidden)]
    const ELEMENTS_SIDE_BY_SIDE: bool;

    /// The position `offset` bytes into `bytes`.
    ///
    /// # Safety
    ///
    /// `offset` is at most the length.
    #[doc(hidden)]
    unsafe fn at(bytes: &[u8], offset: usize) -> Self::Pos;

    /// The position at the beginning of bytes that may be overwritten.
    #[doc(hidden)]
    fn at_mut(bytes: &mut [u8]) -> Self::Pos;

    /// The bytes of a value from its position to its end.
    ///
    /// # Safety
    ///
    /// A valid value stands from the one to the other, in a buffer that lives for `'a`.
    #[doc(hidden)]
    unsafe fn between<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8];

    /// The bytes of a value by itself, from its position to its end.
    ///
    /// # Safety
    ///
    /// As for [`between`](Self::between).
    #[doc(hidden)]
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn value_bytes<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8] {
        // SAFETY: the caller's promise.
        unsafe { Self::between(start, end) }
    }

    /// The position `size` bytes further, over a value of that static size.
    ///
    /// # Safety
    ///
    /// A valid value of that size stands at `pos`.
    #[doc(hidden)]
    unsafe fn advance(pos: Self::Pos, size: usize) -> Self::Pos;

    /// Where the value ends whose last field (of a last field ...) ends at `pos`: by [`last`](Self::last) a position
    /// carries what stands after it.
    ///
    /// # Safety
    ///
    /// That field of a valid value ends there.
    #[doc(hidden)]
    unsafe fn finish_trailing(pos: Self::Pos) -> Self::Pos;

    /// The end of a value that says itself where it ends, without a look at its shape: of so many items.
    ///
    /// # Safety
    ///
    /// Valid values of so many items stand at `pos`.
    #[doc(hidden)]
    unsafe fn walk(pos: Self::Pos, items: u32) -> Option<Self::Pos>;

    /// Reads a scalar.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn scalar<S: Scalar>(pos: Self::Pos) -> (S, Self::Pos);

    /// The end of a scalar whose size is not static.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn skip_scalar<S: Scalar>(pos: Self::Pos) -> Self::Pos;

    /// Overwrites a scalar of static size.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`, in bytes to which there is no other reference.
    #[doc(hidden)]
    unsafe fn set_scalar<S: Scalar>(pos: Self::Pos, value: S);

    /// Reads the bytes of a string.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    unsafe fn blob<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Reads an item of CBOR of any kind.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`, in bytes that live for `'a`.
    #[doc(hidden)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    unsafe fn raw<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Enters a struct of shape `S`: what to remember, and the place of its first field.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn enter_struct<S: Shape>(pos: Self::Pos) -> (Self::FieldState, Self::Pos);

    /// Enters an enum of shape `S`: its tag, what to remember, and the place of its first field.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Self::Pos) -> (u32, Self::FieldState, Self::Pos);

    /// Enters an array of `count` elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn enter_array<S: Shape>(pos: Self::Pos, count: usize) -> (Self::FieldState, Self::Pos);

    /// What to remember after one more field.
    #[doc(hidden)]
    fn next_field(state: Self::FieldState) -> Self::FieldState;

    /// Whether the field whose place is `pos` was not written.
    ///
    /// # Safety
    ///
    /// The fields before it end there.
    #[doc(hidden)]
    unsafe fn is_absent(state: Self::FieldState, pos: Self::Pos) -> bool;

    /// The end of a value whose fields end at `pos`.
    ///
    /// # Safety
    ///
    /// They do.
    #[doc(hidden)]
    unsafe fn leave(state: Self::FieldState, pos: Self::Pos) -> Self::Pos;

    /// The place of the last field, with what stands after it: [`finish_trailing`](Self::finish_trailing) goes over that.
    ///
    /// # Safety
    ///
    /// `pos` is the place of the last field.
    #[doc(hidden)]
    unsafe fn last(state: Self::FieldState, pos: Self::Pos) -> Self::Pos;

    /// The position after a tag of CBOR, which stands before an item, among others perhaps.
    ///
    /// # Safety
    ///
    /// It does.
    #[doc(hidden)]
    unsafe fn pass_tag(pos: Self::Pos, _: u64) -> Self::Pos {
        pos
    }

    /// The position of the value of a field before which the layout puts its size.
    ///
    /// # Safety
    ///
    /// Such a field, valid, stands at `pos`.
    #[doc(hidden)]
    unsafe fn enter_sized(pos: Self::Pos) -> Self::Pos;

    /// The position of the value of such a field and its end, if the layout tells it: both out of one number.
    ///
    /// # Safety
    ///
    /// Such a field, valid, stands at `pos`.
    #[doc(hidden)]
    unsafe fn span_sized(pos: Self::Pos) -> Option<(Self::Pos, Self::Pos)>;

    /// Reads the beginning of a sequence of elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid one stands at `pos`.
    #[doc(hidden)]
    unsafe fn sequence_header<S: Shape>(pos: Self::Pos) -> Self::SequenceHeader;

    /// How many elements the sequence has: counted, if it does not say so.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of elements of shape `S`; so too for the functions below.
    #[doc(hidden)]
    unsafe fn len<S: Shape>(header: &Self::SequenceHeader) -> usize;

    /// The way through the elements, and the place of the first.
    #[doc(hidden)]
    fn first(header: Self::SequenceHeader) -> (Self::RemainingElements, Self::Pos);

    /// The position of the next element, whose place is `pos`, if there is another; it then counts as read.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn next<S: Shape>(remaining: &mut Self::RemainingElements, pos: Self::Pos) -> Option<Self::Pos>;

    /// How many elements are still to come from `pos` on: counted, if the sequence does not say so.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn count_remaining<S: Shape>(remaining: &Self::RemainingElements, pos: Self::Pos) -> usize;

    /// How many elements are still to come, if the sequence says so; otherwise none.
    #[doc(hidden)]
    fn stated(remaining: &Self::RemainingElements) -> usize;

    /// The end of a sequence whose elements are all read, up to `pos`.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn after(remaining: Self::RemainingElements, pos: Self::Pos) -> Self::Pos;

    /// The end of the sequence, if it can be told without a walk over the elements.
    #[doc(hidden)]
    #[allow(clippy::missing_safety_doc)]
    unsafe fn jump_sequence<S: Shape>(header: Self::SequenceHeader) -> Option<Self::Pos>;

    /// Checks a scalar, and gives its end.
    ///
    /// # Errors
    ///
    /// The checker holds what is wrong; so too for the functions below.
    #[doc(hidden)]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks a string, and gives its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks the beginning of a struct of shape `S`: what to remember, and the place of its first field.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<(Self::FieldState, usize), Failed>;

    /// Checks the beginning of an enum of shape `S`: the same, and its tag.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_enum<S: Shape, V: Variants>(
        checker: &mut Checker<'_>,
        at: usize,
    ) -> Result<(u32, Self::FieldState, usize), Failed>;

    /// Checks the beginning of an array of `count` elements of shape `S`.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_array<S: Shape>(
        checker: &mut Checker<'_>,
        at: usize,
        count: usize,
    ) -> Result<(Self::FieldState, usize), Failed>;

    /// Checks that there are at least so many fields.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_count(checker: &mut Checker<'_>, state: Self::FieldState, at: usize, fields: u32) -> Result<(), Failed>;

    /// Checks that a tag of CBOR precedes an item, and returns the offset after that tag: where
    /// [`pass_tag`](Self::pass_tag) lets the reader begin.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_tag(_: &mut Checker<'_>, at: usize, _: u64) -> Result<usize, Failed> {
        Ok(at)
    }

    /// Checks an item of CBOR of any kind, and gives its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    fn check_raw(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Whether the field whose place is `at` was not written.
    #[doc(hidden)]
    fn check_absent(checker: &Checker<'_>, state: Self::FieldState, at: usize) -> bool;

    /// Checks what stands after the last field, and gives the end of the value.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_leave(checker: &mut Checker<'_>, state: Self::FieldState, at: usize) -> Result<usize, Failed>;

    /// Notes that a value is a last field, and what stands after it: gives where the value begins.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_last(checker: &mut Checker<'_>, state: Self::FieldState, at: usize) -> Result<usize, Failed>;

    /// Checks what was noted to stand after the value that ends at `at`, and gives the end of that.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_trailing(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed>;

    /// Checks the size before a field, and gives its end with the size; without one, what agrees with
    /// any field.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed>;

    /// Checks a sequence, each element by `each` (given its offset and index, it gives
    /// its end), and gives the end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_sequence<Q: SequenceShape>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed>;

    /// Checks a sequence of elements that are always valid, of `size` bytes each, and gives its end.
    #[doc(hidden)]
    #[allow(clippy::missing_errors_doc)]
    fn check_block<Q: SequenceShape>(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed>;

    /// Writes a scalar at offset `pos`, and gives the offset after it; so too the functions below.
    ///
    /// # Safety
    ///
    /// There is capacity for it.
    #[doc(hidden)]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize;

    /// Writes scalars as elements of a sequence, one after the other.
    #[doc(hidden)]
    fn write_scalars<S: Scalar>(writer: &mut ValueWriter, pos: usize, values: &[S]) -> usize;

    /// Writes a string.
    #[doc(hidden)]
    fn write_blob(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize;

    /// Writes a tag of CBOR.
    #[doc(hidden)]
    fn write_tag(_: &mut ValueWriter, pos: usize, _: u64) -> usize {
        pos
    }

    /// Writes an item of CBOR, which these bytes are.
    #[doc(hidden)]
    #[cfg(feature = "cbor")]
    #[cfg(feature = "cbor")]
    fn write_raw(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize;

    /// Begins a struct of shape `S` with so many fields.
    ///
    /// # Safety
    ///
    /// There is capacity for what [`Format`] says of it.
    #[doc(hidden)]
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, fields: u32) -> usize;

    /// Begins constructor `tag`, with so many fields, of an enum of shape `S`.
    ///
    /// # Safety
    ///
    /// As for a struct.
    #[doc(hidden)]
    unsafe fn write_enum<S: Shape, V: Variants>(writer: &mut ValueWriter, pos: usize, tag: u32, fields: u32) -> usize;

    /// Begins an array of `count` elements of shape `S`.
    #[doc(hidden)]
    fn write_array<S: Shape>(writer: &mut ValueWriter, pos: usize, count: usize) -> usize;

    /// Ends such an array.
    #[doc(hidden)]
    fn end_array<S: Shape>(writer: &mut ValueWriter);

    /// Begins a field before which the layout may put its size.
    #[doc(hidden)]
    fn begin_sized(writer: &mut ValueWriter, pos: usize) -> Backpatch;

    /// Ends such a field, whose value ends at `pos`.
    #[doc(hidden)]
    fn end_sized(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize;

    /// Begins a last field whose end is that of the whole: if its size is to stand before it, the writer remembers
    /// where.
    #[doc(hidden)]
    fn begin_last(writer: &mut ValueWriter, pos: usize) -> usize;

    /// Begins a sequence.
    #[doc(hidden)]
    fn begin_sequence<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize, expected: Expected) -> HeaderBackpatch;

    /// Begins an element: gives where its value is to stand.
    #[doc(hidden)]
    fn begin_element<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize) -> usize;

    /// Ends a sequence, in which so many valid elements were written, up to `pos`.
    #[doc(hidden)]
    fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch,
        count: usize,
    ) -> usize;
}

/// Which layouts and modes there are is the library's to say.
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
