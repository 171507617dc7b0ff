//! Reads and skips tags, sizes, strings, and the beginnings and ends of sequences.

use super::rules::{has_cells, has_table, has_wide_sizes, is_big, mark_len};
use super::{Native, SequenceHeader, number, table, varint as bincode};
use crate::shape::{Shape, Sizes, Variants, tag_size};
use crate::wire::pointer::Ptr;
use crate::wire::varint;

/// Reads a tag; returns it, and the position of the first field.
///
/// (Where a caller does not use the tag, the compiler leaves out the load of a tag of few constructors, and the loads
/// on which it depends: it knows the values from the type of the load, and needs no hint. Counted: a visit of a tree
/// takes 11 % fewer instructions.)
///
/// # Safety
///
/// As for the function of [`ReadLayout`](crate::layout::ReadLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn enter_enum<S: Shape, V: Variants, N: Native>(pos: Ptr) -> (u32, Ptr) {
    if const { N::FORMAT.tags_vary(V::COUNT as usize) } {
        // SAFETY: the caller promises a tag, which is less than the number of constructors.
        unsafe {
            let (tag, fields) = bincode::read(pos);
            core::hint::assert_unchecked(tag < V::COUNT as u128);
            return (tag as u32, fields);
        }
    }
    if const { tag_size::<S, V>(N::FORMAT) == 1 } {
        // SAFETY: the caller promises a tag of one byte, which is less than the number of constructors.
        if let Some(tag) = unsafe { pos.load_tag(V::COUNT) } {
            // SAFETY: the fields follow the tag.
            return (tag.into(), unsafe { pos.add(1) });
        }
    }
    let width = const { tag_size::<S, V>(N::FORMAT) };
    // SAFETY: the caller promises a tag, whose width follows from the number of constructors.
    unsafe {
        let tag = match width {
            0 => 0,
            1 => u8::from_le_bytes(pos.load()).into(),
            2 => tag_of::<N>(pos.load::<[u8; 2]>()),
            _ => tag_of::<N>(pos.load::<[u8; 4]>()),
        };
        core::hint::assert_unchecked(tag < V::COUNT);
        (tag, pos.add(width))
    }
}

/// Returns the position after the size of a field.
///
/// # Safety
///
/// As for the function of [`ReadLayout`](crate::layout::ReadLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn enter_sized<N: Native>(pos: Ptr) -> Ptr {
    // SAFETY: the caller promises the size.
    unsafe { if const { has_wide_sizes::<N>() } { pos.add(4) } else { varint::end(pos) } }
}

/// Returns the position of a field after its size, and the end of the field.
///
/// # Safety
///
/// As for the function of [`ReadLayout`](crate::layout::ReadLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn span_sized<N: Native>(pos: Ptr) -> (Ptr, Ptr) {
    // SAFETY: the caller promises the size, and a value of that size after it.
    unsafe {
        let (size, start) = if const { has_wide_sizes::<N>() } {
            (u32::from_le_bytes(pos.load()) as usize, pos.add(4))
        } else {
            varint::read(pos)
        };
        (start, start.add(size))
    }
}

/// Reads the header of a sequence.
///
/// # Safety
///
/// As for the function of [`ReadLayout`](crate::layout::ReadLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn sequence_header<S: Shape, N: Native>(pos: Ptr) -> SequenceHeader {
    // SAFETY: the caller promises a sequence, with a table if the layout has one.
    unsafe {
        if const { has_table::<S, N>() } {
            return table::read_header(pos);
        }
        if const { has_cells::<N>() } {
            return SequenceHeader { count: 0, width_log: 0, table: pos, elements: pos };
        }
        let (count, elements) = number::read::<N>(pos.add(const { mark_len::<S, N>() }));
        SequenceHeader { count, width_log: 0, table: elements, elements }
    }
}

/// Returns the position of an element, if it can be computed without a walk.
///
/// # Safety
///
/// As for the function of [`ReadLayout`](crate::layout::ReadLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn computed<S: Shape, N: Native>(header: &SequenceHeader, index: usize) -> Option<Ptr> {
    // SAFETY: the caller promises the sequence, and an index up to its length. So the entry before it is in the table,
    // if there is one; otherwise each element of static size begins one stride after the one before it, the first of
    // them after the tag of its cell. The last stride ends with the sequence: with the tag of its end, if it has cells.
    unsafe {
        if const { has_table::<S, N>() } {
            return Some(match index.checked_sub(1) {
                Some(before) => header.elements.add(header.end_of(before)),
                None => header.elements,
            });
        }
        let size = const { Sizes::<S, N>::SIZE }?;
        let first = if const { has_cells::<N>() } { header.elements.add(1) } else { header.elements };
        Some(first.add(index * const { N::FORMAT }.static_stride(size)))
    }
}

/// Reads a length, and returns the bytes after it with their end.
///
/// # Safety
///
/// A valid length and a string of that length are stored at `pos`, in bytes that live for `'a`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read_bytes<'a, N: Native>(pos: Ptr) -> (&'a [u8], Ptr) {
    // SAFETY: the caller promises the length, and that number of bytes after it.
    unsafe {
        let (len, start) = number::read::<N>(pos);
        (start.bytes(len), start.add(len))
    }
}

/// Returns the tag with these bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn tag_of<N: Native>(bytes: impl AsRef<[u8]>) -> u32 {
    let join = |tag: u32, byte: &u8| tag << 8 | u32::from(*byte);
    if const { is_big::<N>() } {
        bytes.as_ref().iter().fold(0, join)
    } else {
        bytes.as_ref().iter().rev().fold(0, join)
    }
}
