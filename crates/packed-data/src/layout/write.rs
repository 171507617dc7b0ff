//! The capability to write: from a value to bytes that the checker accepts.

use core::ops::Range;

use super::ReadLayout;
use super::backpatch::{Backpatch, HeaderBackpatch};
use crate::shape::{LeafKind, PartSizes, SequenceShape, Shape, Variants};
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};

/// How a layout is written.
///
/// Every function writes at the offset `pos`, and returns the offset after what it wrote.
pub trait WriteLayout: ReadLayout {
    /// What a writer remembers of the table of ends of a sequence.
    type TableBackpatch: Copy + Send + Sync + 'static;

    /// Overwrites a scalar of static size.
    ///
    /// # Safety
    ///
    /// A valid `S` is stored at `pos`, in bytes to which there is no other reference.
    unsafe fn set_scalar<S: Scalar>(pos: Self::Pos, value: S);

    /// Overwrites the tag of an enum without data, of static size.
    ///
    /// # Safety
    ///
    /// A tag of an enum with the constructors `V` is stored at `pos`, in bytes to which there is no other reference.
    /// `tag` is less than the number of constructors.
    unsafe fn set_tag<V: Variants>(pos: Self::Pos, tag: u32);

    /// Writes a scalar.
    ///
    /// # Safety
    ///
    /// There is capacity for it.
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize;

    /// Writes a leaf of kind `K`. (A constructor that the writer does not know is refused unless it follows the
    /// beginning of an enum that can hold it.)
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1), and `bytes` are those of a leaf of this kind, as
    /// [`ReadLayout::leaf`] returns them.
    unsafe fn write_leaf<K: LeafKind>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize;

    /// Begins a struct of shape `S` with that number of fields, whose parts have these sizes.
    ///
    /// # Safety
    ///
    /// There is capacity for the beginning of a struct, as [`Format`](super::Format) says.
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, fields: u32, parts: PartSizes) -> usize;

    /// Begins constructor `tag`, with that number of fields, whose parts have these sizes, of an enum of shape `S`.
    ///
    /// # Safety
    ///
    /// There is capacity for the beginning of an enum, as [`Format`](super::Format) says.
    unsafe fn write_enum<S: Shape, V: Variants>(
        writer: &mut ValueWriter,
        pos: usize,
        tag: u32,
        fields: u32,
        parts: PartSizes,
    ) -> usize;

    /// Begins an array of `count` elements of shape `S`.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    unsafe fn write_array<S: Shape>(writer: &mut ValueWriter, pos: usize, count: usize) -> usize;

    /// Begins a field that may have its size before it.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    unsafe fn begin_sized(writer: &mut ValueWriter, pos: usize) -> Backpatch;

    /// Ends such a field, whose value ends at `pos`.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1). `begin_sized` returned `backpatch` for this field.
    unsafe fn end_sized(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize;

    /// Begins a field that has its size before it, as [`begin_sized`](Self::begin_sized) does. Returns the offset of
    /// the value. Nothing is moved at the end if the size takes `width` bytes, by default one.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1). There is capacity for [`Sizes::MAX_RUN`] bytes.
    ///
    /// [`Sizes::MAX_RUN`]: crate::shape::Sizes::MAX_RUN
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_sized_field(writer: &mut ValueWriter, pos: usize, _width: Option<usize>) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { Self::begin_sized(writer, pos) }.start()
    }

    /// Ends such a field, whose value ends at `pos`; the bytes for its size are reserved at `at`. Returns the new end
    /// of the value.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1). `begin_sized_field` was called for this field at the
    /// offset `at`, with this `width`, and returned `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_sized_field(
        writer: &mut ValueWriter,
        pos: usize,
        _at: usize,
        start: usize,
        _width: Option<usize>,
    ) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and that the field was begun.
        unsafe { Self::end_sized(writer, pos, Backpatch::new(start)) }
    }

    /// Begins a sequence.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    unsafe fn begin_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        expected: Expected,
    ) -> HeaderBackpatch<Self::TableBackpatch>;

    /// Begins an element of a sequence; returns the offset of its value.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1).
    unsafe fn begin_element<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize) -> usize;

    /// Ends an element, which ends at `pos`; returns the new offset of its end. Calls of this function may be left out.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1). Unless the writer has failed, they end with valid
    /// elements, which begin where `backpatch` says: one more than those for which this function was called before.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_element<Q: SequenceShape>(
        _writer: &mut ValueWriter,
        pos: usize,
        _backpatch: &mut HeaderBackpatch<Self::TableBackpatch>,
    ) -> usize {
        pos
    }

    /// Ends elements of `size` bytes, side by side in `range`, as [`end_element`](Self::end_element) does for each.
    ///
    /// # Safety
    ///
    /// As for [`end_element`](Self::end_element): the elements in `range` follow those for which it was called.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_elements_alike<Q: SequenceShape>(
        _writer: &mut ValueWriter,
        _range: Range<usize>,
        _size: usize,
        _backpatch: &mut HeaderBackpatch<Self::TableBackpatch>,
    ) {
    }

    /// Ends a sequence of `count` valid elements, which end at `pos`.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1). Unless the writer has failed, they end with `count`
    /// valid elements, which begin where `backpatch` says.
    unsafe fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch<Self::TableBackpatch>,
        count: usize,
    ) -> usize;
}
