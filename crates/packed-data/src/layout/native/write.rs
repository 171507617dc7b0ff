//! Writes tags, sizes, strings and sequences.

use super::rules::{has_cells, has_table, has_wide_sizes, is_big, mark_len, no_map, refuse};
use super::{Native, cells, number, table, varint as bincode};
use crate::layout::backpatch::{Backpatch, HeaderBackpatch, MaybeTable};
use crate::shape::{SequenceShape, Shape, ShapeOf, Sizes, Variants, bare_tag_size, element_charge, place_of, tag_size};
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::{Expected, ValueWriter};
use crate::wire::varint;

/// Writes a tag.
///
/// # Safety
///
/// As for the function of [`WriteLayout`](crate::layout::WriteLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write_enum<S: Shape, V: Variants, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    tag: u32,
) -> usize {
    if const { N::FORMAT.tags_vary(V::COUNT as usize) } {
        // SAFETY: the caller promises the capacity.
        return unsafe { bincode::put(writer, pos, tag.into()) };
    }
    let [a, b, c, d] = tag.to_le_bytes();
    // (Tests of constants: then only one of these is compiled for each type.)
    // SAFETY: the caller promises the capacity.
    unsafe {
        if const { tag_size::<S, V>(N::FORMAT) == 0 } {
            return pos;
        }
        if const { tag_size::<S, V>(N::FORMAT) == 1 } {
            return writer.put(pos, [a]);
        }
        match const { (tag_size::<S, V>(N::FORMAT), is_big::<N>()) } {
            (2, false) => writer.put(pos, [a, b]),
            (2, true) => writer.put(pos, [b, a]),
            (_, false) => writer.put(pos, [a, b, c, d]),
            (_, true) => writer.put(pos, [d, c, b, a]),
        }
    }
}

/// Overwrites the tag of an enum without data.
///
/// # Safety
///
/// As for the function of [`WriteLayout`](crate::layout::WriteLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn set_tag<V: Variants, N: Native>(pos: Ptr, tag: u32) {
    let [a, b, c, d] = tag.to_le_bytes();
    // SAFETY: the caller promises a tag of this width at `pos`, and exclusive access to it.
    unsafe {
        match const { (bare_tag_size(V::COUNT, N::FORMAT), is_big::<N>()) } {
            (0, _) => {}
            (1, _) => pos.store([a]),
            (2, false) => pos.store([a, b]),
            (2, true) => pos.store([b, a]),
            (_, false) => pos.store([a, b, c, d]),
            (_, true) => pos.store([d, c, b, a]),
        }
    }
}

/// Reserves bytes for the size of a field that begins.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin_sized<N: Native>(writer: &mut ValueWriter, pos: usize) -> Backpatch {
    // SAFETY: the caller promises W1 for `pos`, and capacity is reserved before each `put`.
    unsafe {
        if const { has_wide_sizes::<N>() } {
            writer.ensure_capacity(pos, 4);
            return Backpatch::new(writer.put(pos, [0; 4]));
        }
        writer.ensure_capacity(pos, 1);
        // Most sizes take one byte; `end_sized` inserts more if a size takes more.
        Backpatch::new(writer.put(pos, [0]))
    }
}

/// Writes the size of a field that ends at `pos`.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). `begin_sized` returned `backpatch` for this field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end_sized<N: Native>(writer: &mut ValueWriter, pos: usize, backpatch: Backpatch) -> usize {
    if const { has_wide_sizes::<N>() } {
        // SAFETY: `begin_sized` reserved four bytes for the size before the field.
        unsafe { writer.put_wide_size(backpatch.start() - 4, pos) };
        return pos;
    }
    let size = (pos - backpatch.start()) as u64;
    if varint::len(size) == 1 && !writer.has_insertions(backpatch.start()) {
        // SAFETY: `begin_sized` reserved one byte for the size before the field.
        unsafe { writer.put(backpatch.start() - 1, [size as u8]) };
        return pos;
    }
    let size = writer.final_size(backpatch.start(), pos) as u64;
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.replace_number(pos, (backpatch.start() - 1, backpatch.start()), size) }
}

/// Reserves bytes for the size of a field that begins, as [`begin_sized`] does: `width` bytes, or one. Returns the
/// offset of the value.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). In a layout with a static part there is capacity for a
/// byte.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin_sized_field<N: Native>(writer: &mut ValueWriter, pos: usize, width: Option<usize>) -> usize {
    // SAFETY: the caller promises W1 for `pos`, and the capacity for a byte.
    unsafe {
        if const { !N::FORMAT.static_first } {
            return begin_sized::<N>(writer, pos).start();
        }
        const { assert!(!N::FORMAT.static_first || !has_wide_sizes::<N>(), "a size takes one byte if it is small") };
        match width {
            Some(width) if width > 1 => begin_wide(writer, pos, width),
            _ => writer.put(pos, [0]),
        }
    }
}

/// Writes, in place of a size that is written later, a number of `width` bytes: three or five. Returns the offset after
/// it.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cold]
#[inline(never)]
unsafe fn begin_wide(writer: &mut ValueWriter, pos: usize, width: usize) -> usize {
    let least = if width < 5 { 0xFC } else { 1 << 16 };
    // SAFETY: the caller promises W1 for `pos`, and capacity is ensured.
    unsafe {
        writer.ensure_capacity(pos, varint::len(least));
        writer.put_varint(pos, least)
    }
}

/// Writes the size of a field that ends at `pos`, and for which [`begin_sized_field`] reserved bytes at `at`. Returns
/// the new end.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). `begin_sized_field` returned `start` for this field.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end_sized_field<N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    at: usize,
    start: usize,
    width: Option<usize>,
) -> usize {
    if const { !N::FORMAT.static_first } {
        // SAFETY: the caller promises W1 for `pos`, and that the field was begun.
        return unsafe { end_sized::<N>(writer, pos, Backpatch::new(start)) };
    }
    let size = (pos - at - 1) as u64;
    // SAFETY: a number was written at `at`, and W1 holds for `pos`. If it is 0, one byte was reserved.
    unsafe {
        if varint::len(size) > 1 || writer.has_insertions(at) || width.is_some() && writer.byte(at) != 0 {
            return end_wide(writer, pos, at);
        }
        writer.put(at, [size as u8]);
        pos
    }
}

/// Writes a size that takes several bytes, or for which several are reserved. Returns the new end.
///
/// # Safety
///
/// As for [`end_sized_field`].
#[cold]
#[inline(never)]
unsafe fn end_wide(writer: &mut ValueWriter, pos: usize, at: usize) -> usize {
    // SAFETY: a number was written at `at`, which tells how many bytes were reserved, and W1 holds for `pos`.
    unsafe {
        let start = at + varint::width(writer.byte(at));
        let size = writer.final_size(start, pos) as u64;
        writer.replace_number(pos, (at, start), size)
    }
}

/// Begins a sequence with the expected count.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin_sequence<Q: SequenceShape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    expected: Expected,
) -> HeaderBackpatch<N::Table> {
    refuse!(no_map::<Q, N>());
    if const { has_table::<ShapeOf<Q::Element>, N>() } {
        // SAFETY: the caller promises W1 for `pos`.
        return unsafe { table::begin::<ShapeOf<Q::Element>, N>(writer, pos, expected) };
    }
    let count = expected.count() as u64;
    let size = const { Sizes::<ShapeOf<Q::Element>, N>::SIZE }.unwrap_or(1);
    let mark = const { mark_len::<ShapeOf<Q::Element>, N>() };
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.reserve(pos, expected, size, mark + number::len::<N>(count)) };
    let mut elements = pos;
    if let (true, Some(mark)) = (mark > 0, N::FORMAT.map_mark) {
        // SAFETY: `reserve` has ensured the capacity for the mark.
        elements = unsafe { writer.put(elements, mark) };
    }
    if !const { has_cells::<N>() } {
        // SAFETY: `reserve` has ensured the capacity for the count.
        elements = unsafe { number::put::<N>(writer, elements, count) };
    }
    let (expected, recorded) = (expected.count(), writer.recorded_elements());
    HeaderBackpatch { header: pos, elements, expected, recorded, table: MaybeTable::NONE }
}

/// Ends a sequence: corrects its count, or inserts its table.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). Unless the writer has failed, they end with `count`
/// valid elements, which begin where `backpatch` says.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end_sequence<Q: SequenceShape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch<N::Table>,
    count: usize,
) -> usize {
    if const { element_charge::<Q, N>() > 0 } {
        let charge = (count as u64).saturating_mul(const { element_charge::<Q, N>() });
        writer.charge_empty(charge, place_of::<Q>(backpatch.header));
    }
    if const { has_cells::<N>() } {
        // SAFETY: the caller promises W1 for `pos`.
        return unsafe { cells::end(writer, pos) };
    }
    if writer.has_failed() {
        writer.leave_sequence(backpatch.open(count));
        return pos;
    }
    if const { has_table::<ShapeOf<Q::Element>, N>() } {
        // SAFETY: nothing failed, so the caller promises `count` valid elements, up to `pos`.
        return unsafe { table::end::<ShapeOf<Q::Element>, N>(writer, pos, backpatch, count) };
    }
    if count == backpatch.expected {
        return pos;
    }
    let number = backpatch.header + const { mark_len::<ShapeOf<Q::Element>, N>() };
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { number::replace::<N>(writer, pos, (number, backpatch.elements), count as u64) }
}

/// Writes bytes after their length; returns the offset after them.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[inline]
pub(super) unsafe fn write_bytes<N: Native>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
    // (Most strings are short; the code for the others is out of line.)
    // SAFETY: the caller promises W1 for `pos`.
    unsafe {
        if bytes.len() < 0x80 {
            write_any_bytes::<N>(writer, pos, bytes)
        } else {
            write_long_bytes::<N>(writer, pos, bytes)
        }
    }
}

/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[inline(never)]
unsafe fn write_long_bytes<N: Native>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { write_any_bytes::<N>(writer, pos, bytes) }
}

/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[inline(always)]
unsafe fn write_any_bytes<N: Native>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
    let len = bytes.len() as u64;
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, number::len::<N>(len) + bytes.len()) };
    // SAFETY: capacity for the length and for the bytes was reserved just now.
    unsafe {
        let pos = number::put::<N>(writer, pos, len);
        writer.put_slice(pos, bytes)
    }
}
