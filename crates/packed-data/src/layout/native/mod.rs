//! The four capabilities for all layouts whose positions are plain pointers; calls the other files.
//!
//! This file implements the capabilities of a [`Layout`] and calls the others: `read`, `check` and `write` for tags,
//! sizes, strings and sequences; `number` for counts and lengths, `scalar` for scalars; `table` for the tables of
//! `Indexed`; `cells`, `float` and `last` for Haskell's lists, floats and sizes of last fields; `varint` for the
//! numbers of bincode. `rules` lists the layouts that have each rule.
//!
//! Invariant (L1): what `check` accepts is what `read` relies on and what `write` writes. The three follow the same
//! rules for each part, and so do the functions in each of the files for numbers, scalars, cells, tables and last
//! fields; tags are as wide as the layout's [`Format`](super::Format) says. The `unsafe impl` of [`Layout`] for each
//! native layout cites it.

mod cells;
mod check;
mod entries;
mod float;
mod frame;
mod head;
mod last;
mod number;
mod read;
mod remaining;
mod rules;
mod scalar;
mod table;
mod varint;
mod write;

#[cfg(feature = "haskell")]
pub(super) use cells::RemainingCells;
pub(super) use check::{check_header, check_length, check_size, check_tag};
use core::ops::Range;
use frame::NativeFrame;
pub(super) use frame::{StaticPart, ValueHead};
pub(super) use head::check_size as check_head;
use last::LastSize;
pub(super) use remaining::RemainingWithTable;
pub(crate) use rules::has_table;
use rules::{has_cells, no_compound, no_leaf, refuse, struct_tag};
pub(super) use scalar::check as check_scalar;

#[cfg(feature = "rayon-1")]
use super::StatedElements;
use super::backpatch::{Backpatch, HeaderBackpatch, MaybeTable};
use super::{CheckLayout, Frame, ItemLayout, Layout, ReadLayout, Remaining, WriteLayout};
use crate::shape::{Field, Leaf, LeafKind, List, PartSizes, SequenceShape, Shape, ShapeOf, Sizes, Variants};
use crate::wire::checker::{Checker, Failed};
use crate::wire::pointer::Ptr;
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};

/// A layout whose positions are plain pointers, with the differences between such layouts that are not in
/// [`Format`](super::Format).
pub trait Native:
    Layout<
        Pos = Ptr,
        FieldState = <Self as Native>::Frame,
        FieldCheck = FieldOffsets,
        SequenceHeader = SequenceHeader,
        RemainingElements = <Self as Native>::Remaining,
        TableBackpatch = <Self as Native>::Table,
        State = LastSize,
    >
{
    /// What a reader remembers between fields.
    type Frame: NativeFrame;
    /// The elements of a sequence that are left.
    type Remaining: Remaining<Ptr, Header = SequenceHeader>;
    /// What a writer remembers of a table of ends.
    type Table: MaybeTable;
}

/// The checker of every native layout.
type NativeChecker<'b> = Checker<'b, LastSize>;

/// What a check remembers between the fields of a struct or constructor.
#[derive(Clone, Copy)]
pub struct FieldOffsets {
    /// The offset of the next field of the static part.
    fixed: usize,
    /// In a value with a head: the offset at which the static part ends.
    static_end: usize,
    /// In a value with a head: the index of the first field that is absent.
    absent_from: Option<u32>,
}

impl FieldOffsets {
    /// Returns the offsets of fields that begin at `fields`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn at(fields: usize) -> Self {
        Self { fixed: fields, static_end: fields, absent_from: None }
    }
}

impl Frame<usize> for FieldOffsets {
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn fixed(self) -> usize {
        self.fixed
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn with_fixed(self, fixed: usize) -> Self {
        Self { fixed, ..self }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn static_end(self, _: usize) -> usize {
        self.static_end
    }
}

/// The header of a sequence, after it was read.
#[derive(Clone, Copy)]
pub struct SequenceHeader {
    pub(crate) count: usize,
    pub(crate) width_log: u8,
    /// The address of the table of ends; without a table, the address of the elements.
    pub(crate) table: Ptr,
    pub(crate) elements: Ptr,
}

#[diagnostic::do_not_recommend]
impl<N: Native> ReadLayout for N {
    type Pos = Ptr;
    type FieldState = N::Frame;
    type SequenceHeader = SequenceHeader;
    type RemainingElements = N::Remaining;

    const ELEMENTS_SIDE_BY_SIDE: bool = !has_cells::<N>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(pos: Ptr) -> (S, Ptr) {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { scalar::read::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip_scalar<S: Scalar>(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { scalar::end::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leaf<'a, K: LeafKind>(pos: Ptr) -> (&'a [u8], Ptr) {
        refuse!(no_leaf::<K, N>());
        // SAFETY: the caller promises a leaf: bytes after their length, or after the size in a head.
        unsafe {
            match const { K::LEAF } {
                Leaf::Unknown => head::read_unknown(pos),
                _ => read::read_bytes::<N>(pos),
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_struct<S: Shape>(pos: Ptr) -> (N::Frame, Ptr) {
        refuse!(no_compound::<S, N>());
        if const { Sizes::<S, N>::HAS_HEAD } {
            // SAFETY: the caller promises a struct, which begins with a head.
            return unsafe { head::enter_struct::<S, N>(pos) };
        }
        // SAFETY: the caller promises a struct, with a tag if the layout writes one.
        let fields = unsafe { pos.add(const { struct_tag::<S, N>() }) };
        (N::Frame::new(fields), fields)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Ptr) -> (u32, N::Frame, Ptr) {
        if const { Sizes::<S, N>::HAS_HEAD } {
            // SAFETY: the caller's promise is passed on unchanged.
            return unsafe { head::enter_enum::<S, V, N>(pos) };
        }
        // SAFETY: the caller's promise is passed on unchanged.
        let (tag, fields) = unsafe { read::enter_enum::<S, V, N>(pos) };
        (tag, N::Frame::new(fields), fields)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_array<S: Shape>(pos: Ptr, _: usize) -> (N::Frame, Ptr) {
        refuse!(N::FORMAT.lacks.arrays);
        (N::Frame::new(pos), pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_by_head<S: Shape>(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises a value of shape `S` with a head.
        unsafe { head::end_of::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_sized(pos: Ptr) -> Ptr {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { read::enter_sized::<N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn span_sized(pos: Ptr) -> Option<(Ptr, Ptr)> {
        // SAFETY: the caller's promise is passed on unchanged.
        Some(unsafe { read::span_sized::<N>(pos) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sequence_header<S: Shape>(pos: Ptr) -> SequenceHeader {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { read::sequence_header::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn computed<S: Shape>(header: &SequenceHeader, index: usize) -> Option<Ptr> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { read::computed::<S, N>(header, index) }
    }
}

#[diagnostic::do_not_recommend]
impl<N: Native> CheckLayout for N {
    type State = LastSize;
    type FieldCheck = FieldOffsets;

    const CLOSES_VALUES: bool = N::FORMAT.sizes_last_field();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_value(checker: &mut NativeChecker<'_>, at: usize, outer: LastSize) -> Result<usize, Failed> {
        let end = last::require_end(checker, at)?;
        checker.state = outer;
        Ok(end)
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
        scalar::check::<S, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_leaf<K: LeafKind>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
        refuse!(no_leaf::<K, N>());
        match const { K::LEAF } {
            Leaf::Text => check::check_text::<N>(checker, at),
            #[cfg(feature = "cbor")]
            Leaf::Item => check::check_item::<N>(checker, at),
            Leaf::Unknown => head::check_unknown::<N>(checker, at),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn checked_end(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
        head::checked_end(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_whole<S: Shape>(checker: &NativeChecker<'_>, at: usize) -> Option<usize> {
        head::check_whole::<S, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_struct<S: Shape>(checker: &mut NativeChecker<'_>, at: usize) -> Result<(FieldOffsets, usize), Failed> {
        check::check_struct::<S, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_enum<S: Shape, V: Variants>(
        checker: &mut NativeChecker<'_>,
        at: usize,
    ) -> Result<(u32, FieldOffsets, usize), Failed> {
        check::check_enum::<S, V, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_array<S: Shape>(_: &mut NativeChecker<'_>, at: usize, _: usize) -> Result<(FieldOffsets, usize), Failed> {
        refuse!(N::FORMAT.lacks.arrays);
        Ok((FieldOffsets::at(at), at))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_size(checker: &mut NativeChecker<'_>, at: usize) -> Result<(usize, u64), Failed> {
        check::check_size::<N>(checker, at)
    }

    fn check_last_size(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
        last::check(checker, at)
    }

    fn check_sequence<Q: SequenceShape, const IN_RUNS: bool>(
        checker: &mut NativeChecker<'_>,
        at: usize,
        each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        check::check_sequence::<Q, N>(checker, at, each)
    }

    #[cfg(feature = "rayon-1")]
    fn stated_elements<Q: SequenceShape>(checker: &mut NativeChecker<'_>, at: usize) -> Option<StatedElements> {
        check::stated_elements::<Q, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_block<Q: SequenceShape>(
        checker: &mut NativeChecker<'_>,
        at: usize,
        size: usize,
    ) -> Result<Range<usize>, Failed> {
        check::check_block::<Q, N>(checker, at, size)
    }
}

#[diagnostic::do_not_recommend]
impl<N: Native> WriteLayout for N {
    type TableBackpatch = N::Table;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_scalar<S: Scalar>(pos: Ptr, value: S) {
        // SAFETY: the caller promises a scalar of static size there, and exclusive access to it.
        unsafe { scalar::set::<S, N>(pos, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_tag<V: Variants>(pos: Ptr, tag: u32) {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { write::set_tag::<V, N>(pos, tag) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises the capacity.
        unsafe { scalar::write::<S, N>(writer, pos, value) }
    }

    #[inline]
    unsafe fn write_leaf<K: LeafKind>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        refuse!(no_leaf::<K, N>());
        // SAFETY: the caller promises W1 for `pos`.
        unsafe {
            match const { K::LEAF } {
                Leaf::Unknown => head::write_unknown::<N>(writer, pos, bytes),
                _ => write::write_bytes::<N>(writer, pos, bytes),
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, _: u32, parts: PartSizes) -> usize {
        refuse!(no_compound::<S, N>());
        if const { Sizes::<S, N>::HAS_HEAD } {
            // SAFETY: the caller promises the capacity.
            return unsafe { head::begin::<N>(writer, pos, 0, parts) };
        }
        // SAFETY: the caller promises the capacity.
        if const { struct_tag::<S, N>() } == 0 { pos } else { unsafe { writer.put(pos, [0]) } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_enum<S: Shape, V: Variants>(
        writer: &mut ValueWriter,
        pos: usize,
        tag: u32,
        _: u32,
        parts: PartSizes,
    ) -> usize {
        if const { Sizes::<S, N>::HAS_HEAD } {
            // SAFETY: the caller promises the capacity.
            return unsafe { head::begin_enum::<S, V, N>(writer, pos, tag, parts) };
        }
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { write::write_enum::<S, V, N>(writer, pos, tag) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_array<S: Shape>(_: &mut ValueWriter, pos: usize, _: usize) -> usize {
        refuse!(N::FORMAT.lacks.arrays);
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_sized(writer: &mut ValueWriter, pos: usize) -> Backpatch {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::begin_sized::<N>(writer, pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_sized(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { write::end_sized::<N>(writer, pos, backpatch) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_sized_field(writer: &mut ValueWriter, pos: usize, width: Option<usize>) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and the capacity.
        unsafe { write::begin_sized_field::<N>(writer, pos, width) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_sized_field(
        writer: &mut ValueWriter,
        pos: usize,
        at: usize,
        start: usize,
        width: Option<usize>,
    ) -> usize {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { write::end_sized_field::<N>(writer, pos, at, start, width) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        expected: Expected,
    ) -> HeaderBackpatch<N::Table> {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::begin_sequence::<Q, N>(writer, pos, expected) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin_element<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        if const { has_cells::<N>() } { unsafe { cells::begin(writer, pos) } } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_element<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: &mut HeaderBackpatch<N::Table>,
    ) -> usize {
        if const { !has_table::<ShapeOf<Q::Element>, N>() } {
            return pos;
        }
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { table::end_element::<N>(writer, pos, backpatch) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end_elements_alike<Q: SequenceShape>(
        writer: &mut ValueWriter,
        range: Range<usize>,
        size: usize,
        backpatch: &mut HeaderBackpatch<N::Table>,
    ) {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { table::end_elements_alike::<N>(writer, range, size, backpatch) }
    }

    #[inline]
    unsafe fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch<N::Table>,
        count: usize,
    ) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and the elements.
        unsafe { write::end_sequence::<Q, N>(writer, pos, backpatch, count) }
    }
}

// (Only values with a head state their end, and nothing is counted but elements.)
#[diagnostic::do_not_recommend]
impl<N: Native> ItemLayout for N {
    const ACCEPTS_UNSORTED: bool = N::FORMAT.accepts_unsorted;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn is_absent<T: Field, R: List>(state: N::Frame, pos: Ptr) -> bool {
        // SAFETY: the caller promises fields that were entered; only in a value with a head a field may be absent.
        unsafe { frame::is_absent::<T, R, N>(state, pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_absent<T: Field, R: List>(
        checker: &mut NativeChecker<'_>,
        fields: FieldOffsets,
        at: usize,
        index: u32,
    ) -> Result<Option<FieldOffsets>, Failed> {
        head::check_absent::<T, R, N>(checker, fields, at, index)
    }
}
