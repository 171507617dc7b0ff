//! Writing: tags, sizes, strings and sequences.

use super::rules::{has_cells, has_table, has_wide_sizes, is_big, mark_len, no_map, refuse};
use super::{Native, cells, number, scalar, table};
use crate::layout::mark::{ItemsMark, SizeMark};
use crate::shape::{Elements, Leaf, Of, ShapeOf, Variants};
use crate::wire::scalar::Scalar;
use crate::wire::writer::{Expected, Writer};
use crate::wire::{cast, varint};

/// Writes scalars as elements of a sequence.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn write_scalars<S: Scalar, N: Native>(writer: &mut Writer, pos: usize, values: &[S]) -> usize {
    if const { Of::<Leaf<S>, N>::IS_MEMORY } {
        return writer.extend_from_slice(pos, cast::bytes_of(values));
    }
    values.iter().fold(pos, |pos, value| {
        let pos = if has_cells::<N>() { cells::begin(writer, pos) } else { pos };
        writer.room(pos, const { N::FORMAT.scalar_room(S::KIND, S::WIDTH) });
        // SAFETY: capacity for the scalars was reserved.
        unsafe { scalar::write::<S, N>(writer, pos, *value) }
    })
}

/// Writes a tag.
///
/// # Safety
///
/// As for the function of [`Layout`](crate::Layout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn write_enum<V: Variants, N: Native>(writer: &mut Writer, pos: usize, tag: u32) -> usize {
    let [a, b, c, d] = tag.to_le_bytes();
    // SAFETY: the caller promises the capacity.
    unsafe {
        match const { (N::FORMAT.tag_size(V::COUNT), is_big::<N>()) } {
            (0, _) => pos,
            (1, _) => writer.put(pos, [a]),
            (2, false) => writer.put(pos, [a, b]),
            (2, true) => writer.put(pos, [b, a]),
            (_, false) => writer.put(pos, [a, b, c, d]),
            (_, true) => writer.put(pos, [d, c, b, a]),
        }
    }
}

/// Reserves bytes for the size of a field that begins.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_sized<N: Native>(writer: &mut Writer, pos: usize) -> SizeMark {
    // SAFETY: `room` has ensured the capacity.
    unsafe {
        if has_wide_sizes::<N>() {
            writer.room(pos, 4);
            return SizeMark::new(writer.put(pos, [0; 4]));
        }
        writer.room(pos, 1);
        // Most sizes take one byte; `end_sized` inserts more if a size takes more.
        SizeMark::new(writer.put(pos, [0]))
    }
}

/// Writes the size of a field that ends at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_sized<N: Native>(writer: &mut Writer, pos: usize, mark: SizeMark) -> usize {
    if has_wide_sizes::<N>() {
        writer.put_wide_size(mark.start() - 4, pos);
        return pos;
    }
    let size = (pos - mark.start()) as u64;
    if varint::len(size) == 1 && !writer.has_insertions(mark.start()) {
        // SAFETY: one byte was reserved for the size before the field.
        unsafe { writer.put(mark.start() - 1, [size as u8]) };
        return pos;
    }
    let size = writer.final_size(mark.start(), pos) as u64;
    writer.replace_number(pos, (mark.start() - 1, mark.start()), size)
}

/// Begins a sequence with the expected count.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin_sequence<Q: Elements, N: Native>(writer: &mut Writer, pos: usize, expected: Expected) -> ItemsMark {
    refuse!(no_map::<Q, N>());
    let count = expected.count() as u64;
    let size = const { Of::<ShapeOf<Q::Element>, N>::SIZE }.unwrap_or(1);
    let mark = const { mark_len::<ShapeOf<Q::Element>, N>() };
    writer.reserve(pos, expected, size, mark + number::len::<N>(count));
    let mut elements = pos;
    if let (true, Some(mark)) = (mark > 0, N::MAP_MARK) {
        // SAFETY: `reserve` has ensured the capacity for the mark.
        elements = unsafe { writer.put(elements, mark) };
    }
    let head = elements;
    if !const { has_table::<ShapeOf<Q::Element>, N>() || has_cells::<N>() } {
        // SAFETY: `reserve` has ensured the capacity for the count.
        elements = unsafe { number::put::<N>(writer, elements, count) };
    }
    ItemsMark { head, elements, expected: expected.count(), noted: writer.elements_noted() }
}

/// Ends a sequence: corrects its count, or inserts its table.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn end_sequence<Q: Elements, N: Native>(
    writer: &mut Writer,
    pos: usize,
    mark: ItemsMark,
    count: usize,
) -> usize {
    if has_cells::<N>() {
        return cells::end(writer, pos);
    }
    if const { matches!(Of::<ShapeOf<Q::Element>, N>::SIZE, Some(0)) } {
        writer.charge_empty(count as u64);
    }
    if writer.has_failed() {
        return pos;
    }
    if const { has_table::<ShapeOf<Q::Element>, N>() } {
        // SAFETY: nothing failed, so `count` valid elements are stored from `elements` to `pos`.
        return unsafe { table::write_table::<ShapeOf<Q::Element>, N>(writer, pos, mark, count) };
    }
    if count == mark.expected {
        return pos;
    }
    number::replace::<N>(writer, pos, (mark.head, mark.elements), count as u64)
}

/// Writes bytes after their length; returns the offset after them.
#[inline]
pub(super) fn write_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    // (Most strings are short; the code for the others is out of line.)
    if bytes.len() < 0x80 {
        write_any_bytes::<N>(writer, pos, bytes)
    } else {
        write_long_bytes::<N>(writer, pos, bytes)
    }
}

#[inline(never)]
fn write_long_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    write_any_bytes::<N>(writer, pos, bytes)
}

#[inline(always)]
fn write_any_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    let len = bytes.len() as u64;
    writer.room(pos, number::len::<N>(len) + bytes.len());
    // SAFETY: capacity for the length and the bytes was reserved.
    unsafe {
        let pos = number::put::<N>(writer, pos, len);
        writer.put_slice(pos, bytes)
    }
}
