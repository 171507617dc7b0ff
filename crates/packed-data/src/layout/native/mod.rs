//! The implementation of all layouts whose positions are plain pointers; nothing is remembered between fields.
//!
//! This file implements [`Layout`] and calls the others: `read`, `check` and `write` for tags, sizes, strings and
//! sequences; `number` for counts and lengths, `scalar` for scalars; `table` for the tables of `Indexed`; `cells` and
//! `float` for Haskell's lists and floats. `rules` says which layout has which rule.

mod cells;
mod check;
mod float;
mod number;
mod read;
mod rules;
mod scalar;
mod table;
mod write;

pub(crate) use rules::has_table;
use rules::{has_cells, no_compound, refuse, struct_tag};

use super::backpatch::{Backpatch, HeaderBackpatch};
use super::{Format, Layout, sealed};
use crate::shape::{SequenceShape, Shape, Variants};
use crate::wire::checker::{Checker, Failed};
use crate::wire::pointer::Ptr;
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};

/// What tells one layout with plain pointers from another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over any layout write `L: Layout`"
)]
pub(crate) trait Native: Sized + 'static {
    /// What the layout is called.
    const NAME: &'static str;
    /// What it makes of the forms of values.
    const FORMAT: &'static Format;
    /// What stands before the count of a map.
    const MAP_MARK: Option<[u8; 4]> = None;
    /// Why it has no strings, if it has none.
    const NO_TEXT: Option<&'static str> = None;
    /// Why it has no arrays, if it has none.
    const NO_ARRAYS: Option<&'static str> = None;
    /// Why it has no maps and sets, if it has none.
    const NO_MAPS: Option<&'static str> = None;
    /// Why it has no tuples, if it has none.
    const NO_TUPLES: Option<&'static str> = None;
    /// Why it has not the scalars that only Rust has, if so.
    const NO_RUST_SCALARS: Option<&'static str> = None;
}

impl<N: Native> sealed::Sealed for N {}

/// The beginning of a sequence, read.
#[derive(Clone, Copy)]
pub struct SequenceHeader {
    pub(crate) count: usize,
    pub(crate) width_log: u8,
    /// Where the table of ends is; without one, where the elements are.
    pub(crate) table: Ptr,
    pub(crate) elements: Ptr,
}

// SAFETY: `check`, `read` and `write` follow the same rules for each part, and so do the functions in each of the
// modules for numbers, scalars, cells and tables; the tags are as wide as the layout's `Format` says.
unsafe impl<N: Native> Layout for N {
    type Pos = Ptr;
    type FieldState = ();
    type SequenceHeader = SequenceHeader;
    type RemainingElements = usize;

    const NAME: &'static str = N::NAME;
    const FORMAT: &'static Format = N::FORMAT;
    const ELEMENTS_SIDE_BY_SIDE: bool = !has_cells::<N>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(bytes: &[u8], offset: usize) -> Ptr {
        // SAFETY: the caller promises an offset within the bytes.
        unsafe { Ptr::to(bytes).add(offset) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_mut(bytes: &mut [u8]) -> Ptr {
        Ptr::to_mut(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn between<'a>(start: Ptr, end: Ptr) -> &'a [u8] {
        // SAFETY: the caller promises one buffer that lives for `'a`, and the order.
        unsafe { start.bytes(end.since(start)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pos: Ptr, size: usize) -> Ptr {
        // SAFETY: the caller promises a value of that size.
        unsafe { pos.add(size) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn finish_trailing(pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn walk(_: Ptr, _: u32) -> Option<Ptr> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(pos: Ptr) -> (S, Ptr) {
        // SAFETY: the caller promises a valid scalar.
        unsafe { scalar::read::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip_scalar<S: Scalar>(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises a valid scalar.
        unsafe { scalar::end::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_scalar<S: Scalar>(pos: Ptr, value: S) {
        // SAFETY: the caller promises a scalar of static size there, and exclusive access to it.
        unsafe { scalar::set::<S, N>(pos, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn blob<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
        refuse!(N::NO_TEXT);
        // SAFETY: the caller promises a string.
        unsafe { read::read_bytes::<N>(pos) }
    }

    #[cfg(feature = "cbor")]
    unsafe fn raw<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
        // SAFETY: the caller promises an item, which stands here as a string does.
        unsafe { read::read_bytes::<N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_struct<S: Shape>(pos: Ptr) -> ((), Ptr) {
        refuse!(no_compound::<S, N>());
        // SAFETY: the caller promises a struct, with the tag that the layout gives it.
        ((), unsafe { pos.add(const { struct_tag::<S, N>() }) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Ptr) -> (u32, (), Ptr) {
        // SAFETY: the caller's promise.
        unsafe { read::enter_enum::<V, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_array<S: Shape>(pos: Ptr, _: usize) -> ((), Ptr) {
        refuse!(N::NO_ARRAYS);
        ((), pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next_field((): ()) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn is_absent((): (), _: Ptr) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leave((): (), pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn last((): (), pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_sized(pos: Ptr) -> Ptr {
        // SAFETY: the caller's promise.
        unsafe { read::enter_sized::<N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn span_sized(pos: Ptr) -> Option<(Ptr, Ptr)> {
        // SAFETY: the caller's promise.
        unsafe { read::span_sized::<N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn sequence_header<S: Shape>(pos: Ptr) -> SequenceHeader {
        // SAFETY: the caller's promise.
        unsafe { read::sequence_header::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn len<S: Shape>(header: &SequenceHeader) -> usize {
        // SAFETY: the caller promises a valid sequence.
        if has_cells::<N>() { unsafe { cells::count::<S, N>(header.elements) } } else { header.count }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(header: SequenceHeader) -> (usize, Ptr) {
        (header.count, header.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next<S: Shape>(remaining: &mut usize, pos: Ptr) -> Option<Ptr> {
        if has_cells::<N>() {
            // SAFETY: the caller promises a valid sequence, of which `pos` is the place of a cell.
            return unsafe { cells::next(pos) };
        }
        *remaining = remaining.checked_sub(1)?;
        Some(pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn count_remaining<S: Shape>(remaining: &usize, pos: Ptr) -> usize {
        // SAFETY: the caller promises a valid sequence, of which `pos` is the place of a cell.
        if has_cells::<N>() { unsafe { cells::count::<S, N>(pos) } } else { *remaining }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stated(remaining: &usize) -> usize {
        *remaining
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn after(_: usize, pos: Ptr) -> Ptr {
        // SAFETY: the caller promises the end of the elements, where the last cell stands.
        if has_cells::<N>() { unsafe { cells::after(pos) } } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_sequence<S: Shape>(header: SequenceHeader) -> Option<Ptr> {
        // SAFETY: the caller's promise.
        unsafe { read::jump_sequence::<S, N>(header) }
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        scalar::check::<S, N>(checker, at)
    }

    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        refuse!(N::NO_TEXT);
        let (len, start) = number::check::<N>(checker, at)?;
        checker.text(start, len)
    }

    #[cfg(feature = "cbor")]
    fn check_raw(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        check::check_raw::<N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<((), usize), Failed> {
        check::check_struct::<S, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_enum<S: Shape, V: Variants>(checker: &mut Checker<'_>, at: usize) -> Result<(u32, (), usize), Failed> {
        check::check_enum::<V, N>(checker, at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_array<S: Shape>(_: &mut Checker<'_>, at: usize, _: usize) -> Result<((), usize), Failed> {
        refuse!(N::NO_ARRAYS);
        Ok(((), at))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_count(_: &mut Checker<'_>, (): (), _: usize, _: u32) -> Result<(), Failed> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_absent(_: &Checker<'_>, (): (), _: usize) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_leave(_: &mut Checker<'_>, (): (), at: usize) -> Result<usize, Failed> {
        Ok(at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_last(checker: &mut Checker<'_>, (): (), at: usize) -> Result<usize, Failed> {
        if N::FORMAT.sizes_last_field() { checker.note_end(at) } else { Ok(at) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_trailing(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        if N::FORMAT.sizes_last_field() { checker.require_end(at) } else { Ok(at) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed> {
        check::check_size::<N>(checker, at)
    }

    fn check_sequence<Q: SequenceShape>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        check::check_sequence::<Q, N>(checker, at, each)
    }

    fn check_block<Q: SequenceShape>(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed> {
        check::check_block::<Q, N>(checker, at, size)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises the capacity.
        unsafe { scalar::write::<S, N>(writer, pos, value) }
    }

    #[inline]
    fn write_scalars<S: Scalar>(writer: &mut ValueWriter, pos: usize, values: &[S]) -> usize {
        write::write_scalars::<S, N>(writer, pos, values)
    }

    #[inline]
    fn write_blob(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        refuse!(N::NO_TEXT);
        write::write_bytes::<N>(writer, pos, bytes)
    }

    #[cfg(feature = "cbor")]
    fn write_raw(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        write::write_bytes::<N>(writer, pos, bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, _: u32) -> usize {
        refuse!(no_compound::<S, N>());
        // SAFETY: the caller promises the capacity.
        if const { struct_tag::<S, N>() } == 0 { pos } else { unsafe { writer.put(pos, [0]) } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_enum<S: Shape, V: Variants>(writer: &mut ValueWriter, pos: usize, tag: u32, _: u32) -> usize {
        // SAFETY: the caller's promise.
        unsafe { write::write_enum::<V, N>(writer, pos, tag) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_array<S: Shape>(_: &mut ValueWriter, pos: usize, _: usize) -> usize {
        refuse!(N::NO_ARRAYS);
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_array<S: Shape>(_: &mut ValueWriter) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_sized(writer: &mut ValueWriter, pos: usize) -> Backpatch {
        write::begin_sized::<N>(writer, pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_sized(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize {
        write::end_sized::<N>(writer, pos, backpatch)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_last(writer: &mut ValueWriter, pos: usize) -> usize {
        if N::FORMAT.sizes_last_field() { writer.push_backpatch(pos) } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_sequence<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize, expected: Expected) -> HeaderBackpatch {
        write::begin_sequence::<Q, N>(writer, pos, expected)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_element<Q: SequenceShape>(writer: &mut ValueWriter, pos: usize) -> usize {
        if has_cells::<N>() { cells::begin(writer, pos) } else { pos }
    }

    #[inline]
    fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch,
        count: usize,
    ) -> usize {
        write::end_sequence::<Q, N>(writer, pos, backpatch, count)
    }
}
