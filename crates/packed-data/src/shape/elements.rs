//! The elements of a sequence: how many there are, and where they end. The same in every layout, above the functions
//! with which each of them finds elements.

use super::{Shape, Sizes, skip_value};
use crate::layout::{Layout, Position, Remaining, has_table};

/// Returns the number of elements of a sequence; counts them if the sequence does not state it.
///
/// # Safety
///
/// `header` is the header of a valid sequence of elements of shape `S`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn element_count<S: Shape, L: Layout>(header: &L::SequenceHeader) -> usize {
    let (remaining, first) = L::RemainingElements::first(*header);
    // SAFETY: the caller promises a valid sequence, none of whose elements was read.
    unsafe { remaining_count::<S, L>(&remaining, first) }
}

/// Returns the number of elements that are left; counts them if the sequence does not state it.
///
/// # Safety
///
/// `remaining` are the elements that are left of a valid sequence of elements of shape `S`, in layout `L`. The next
/// one, or the end of the elements, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn remaining_count<S: Shape, L: Layout>(remaining: &L::RemainingElements, pos: L::Pos) -> usize {
    match remaining.left() {
        Some(left) => left,
        // SAFETY: the caller's promise is passed on unchanged.
        None => unsafe { count::<S, L>(*remaining, pos) },
    }
}

/// Counts the elements that are left by a walk over them.
///
/// # Safety
///
/// As for [`remaining_count`].
unsafe fn count<S: Shape, L: Layout>(mut remaining: L::RemainingElements, mut pos: L::Pos) -> usize {
    let mut count = 0;
    // SAFETY: the caller promises the elements; each begins where `next` returns its position.
    unsafe {
        while let Some(element) = remaining.next(pos) {
            pos = skip_value::<S, L>(element);
            count += 1;
        }
    }
    count
}

/// Skips the element of a sequence that the layout returned last; returns its end.
///
/// # Safety
///
/// `remaining` are the elements that are left of a valid sequence of elements of shape `S`, in layout `L`. The layout
/// returned `element` when it was counted as read, and none after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn skip_element<S: Shape, L: Layout>(remaining: &L::RemainingElements, element: L::Pos) -> L::Pos {
    // SAFETY: the caller promises the sequence, and a valid element at `element`, the last that was read.
    unsafe {
        match element_end::<S, L>(remaining) {
            Some(end) => end,
            None => skip_value::<S, L>(element),
        }
    }
}

/// Returns the end of the element that was read last, if a table states it.
///
/// # Safety
///
/// As for [`skip_element`].
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn element_end<S: Shape, L: Layout>(remaining: &L::RemainingElements) -> Option<L::Pos> {
    if const { !has_table::<S, L>() } {
        return None;
    }
    let (header, left) = (remaining.header()?, remaining.left()?);
    // SAFETY: the caller promises a valid sequence, of which an element was read: so fewer are left than it has. The
    // next one, or the end of the sequence, is where this one ends.
    unsafe {
        let read = element_count::<S, L>(header) - left;
        core::hint::assert_unchecked(read > 0);
        L::computed::<S>(header, read)
    }
}

/// Returns the end of the sequence, if it is known without a walk over the elements that are left.
///
/// # Safety
///
/// As for [`remaining_count`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump_remaining<S: Shape, L: Layout>(
    remaining: &L::RemainingElements,
    pos: L::Pos,
) -> Option<L::Pos> {
    if const { !L::ELEMENTS_SIDE_BY_SIDE } {
        return None;
    }
    let left = remaining.left()?;
    // SAFETY: the caller promises the elements at `pos`; their static size, or the last entry of the table, determines
    // where they end.
    unsafe {
        if const { Sizes::<S, L>::SIZE.is_some() }
            && let Some(size) = const { Sizes::<S, L>::SIZE }
        {
            return Some(pos.advance(left * size));
        }
        if const { !has_table::<S, L>() } {
            return None;
        }
        match remaining.header() {
            Some(_) if left == 0 => Some(pos),
            Some(header) => L::computed::<S>(header, element_count::<S, L>(header)),
            None => None,
        }
    }
}

/// Skips the elements of a sequence that are left; returns the end of the sequence.
///
/// # Safety
///
/// As for [`remaining_count`].
#[inline]
pub(crate) unsafe fn skip_remaining<S: Shape, L: Layout>(
    mut remaining: L::RemainingElements,
    mut pos: L::Pos,
) -> L::Pos {
    // SAFETY: the caller promises the elements; each begins where `next` returns its position.
    unsafe {
        if let Some(end) = jump_remaining::<S, L>(&remaining, pos) {
            return end;
        }
        while let Some(element) = remaining.next(pos) {
            pos = skip_value::<S, L>(element);
        }
        remaining.after(pos)
    }
}
