//! Checks in parallel: which fields and elements are left to other threads, and how those check them.
//!
//! See `wire/checker/parts.rs` for what is concluded, and why.

use super::check_field::check_nested;
use super::sequence::{SequenceKind, SequenceShape};
use super::{Field, ShapeOf, check_value};
use crate::layout::{CheckLayout, CheckerOf, Layout, StatedElements};
use crate::wire::checker::Failed;
use crate::wire::checker::parts::{Part, PartFn};
use crate::wire::error::ErrorKind;

/// The part of a check in layout `L`.
type PartOf<L> = Part<<L as CheckLayout>::State>;

/// Leaves the field at `start` to another thread; returns where it is stated to end. The checker found that its size
/// is large, and that this end is within the input.
#[cold]
#[inline(never)]
pub(super) fn postpone_field<T: Field, L: Layout>(checker: &mut CheckerOf<'_, L>, start: usize, size: u64) -> usize {
    let budget = checker.budget;
    let end = start.saturating_add(usize::try_from(size).unwrap_or(usize::MAX));
    checker.postpone(Part { at: start, end, indices: (0, 1), table: None, budget, check: check_field::<T, L> })
}

/// Checks a field that was left to another thread.
fn check_field<T: Field, L: Layout>(checker: &mut CheckerOf<'_, L>, part: &PartOf<L>) -> Result<usize, Failed> {
    check_nested::<T, L>(checker, part.at)
}

/// Leaves the elements of the sequence at `at` to other threads, if they are large together; returns where they are
/// stated to end. The level of the elements has been charged.
#[inline]
pub(super) fn postpone_elements<Q: SequenceShape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    at: usize,
) -> Option<usize> {
    // (Such layouts look at all keys when the last element was checked.)
    if const { L::ACCEPTS_UNSORTED } {
        return None;
    }
    let grain = checker.grain()?;
    split::<Q, L>(checker, at, grain)
}

/// Leaves the elements of a sequence to other threads in parts of about `grain` bytes.
#[cold]
#[inline(never)]
fn split<Q: SequenceShape, L: Layout>(checker: &mut CheckerOf<'_, L>, at: usize, grain: usize) -> Option<usize> {
    let stated = L::stated_elements::<Q>(checker, at)?;
    split_stated::<L>(checker, &stated, grain, check_elements::<Q, L>)
}

/// Leaves the elements to other threads, which call `check` for each part. Leaves none if one of the parts would be too
/// large, or if the table that states their ends is wrong. (One function for all types of a layout.)
fn split_stated<L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    stated: &StatedElements,
    grain: usize,
    check: PartFn<<L as CheckLayout>::State>,
) -> Option<usize> {
    let pieces = (stated.end - stated.first) / grain;
    if pieces < 2 {
        return None;
    }
    let bytes = checker.bytes();
    let (mut from, mut start) = (0, stated.first);
    let mut parts = alloc::vec::Vec::with_capacity(pieces + 1);
    while from < stated.count {
        let until = next_boundary(stated, bytes, from, start.checked_add(grain)?);
        let end = if until == stated.count { stated.end } else { end_of(stated, bytes, until - 1)? };
        let size = end.checked_sub(start)?;
        if end > stated.end || size as u64 > checker.greatest_part() {
            return None;
        }
        parts.push(Part { at: start, end, indices: (from, until), table: stated.table, budget: checker.budget, check });
        (from, start) = (until, end);
    }
    for part in parts {
        checker.postpone(part);
    }
    Some(stated.end)
}

/// Returns the offset at which an element is stated to end.
fn end_of(stated: &StatedElements, bytes: &[u8], index: usize) -> Option<usize> {
    match &stated.table {
        Some(table) => table.end(bytes, index),
        None => {
            let size = (stated.end - stated.first) / stated.count;
            stated.first.checked_add(size.checked_mul(index.checked_add(1)?)?)
        }
    }
}

/// Returns the index of an element after `from`: the first that is stated to end at `target` or after it. (If the table
/// is wrong, any index after `from`.)
fn next_boundary(stated: &StatedElements, bytes: &[u8], from: usize, target: usize) -> usize {
    let (mut low, mut high) = (from, stated.count - 1);
    while low < high {
        let middle = low + (high - low) / 2;
        if end_of(stated, bytes, middle).is_some_and(|end| end < target) { low = middle + 1 } else { high = middle }
    }
    low + 1
}

/// Checks elements that were left to another thread.
fn check_elements<Q: SequenceShape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    part: &PartOf<L>,
) -> Result<usize, Failed> {
    let is_sorted = const { matches!(Q::KIND, SequenceKind::Set) };
    let outer = if is_sorted { Some(checker.postpone_nothing()) } else { None };
    let (from, until) = part.indices;
    let mut previous = match from.checked_sub(1) {
        Some(before) if is_sorted => Some(check_before::<Q, L>(checker, part, before)?),
        _ => None,
    };
    let mut at = part.at;
    for index in from..until {
        let end = check_value::<ShapeOf<Q::Element>, L>(checker, at)?;
        if let Some(table) = &part.table
            && table.end(checker.bytes(), index) != Some(end)
        {
            return Err(checker.fail(ErrorKind::Overflow, at));
        }
        if let Some(previous) = previous.replace(at)
            && is_sorted
        {
            // SAFETY: both elements were checked: this one just now, the other in the iteration before or by
            // `check_before`.
            unsafe { Q::check_neighbours::<L>(checker, previous, at) }?;
        }
        at = end;
    }
    if let Some(outer) = outer {
        checker.postpone_again(outer);
    }
    Ok(at)
}

/// Returns the offset of the element `before` a part, as it is stated.
fn offset_before<C>(bytes: &[u8], part: &Part<C>, before: usize) -> Option<usize> {
    match (&part.table, before.checked_sub(1)) {
        (Some(table), Some(index)) => table.end(bytes, index),
        (Some(table), None) => Some(table.elements),
        (None, _) => {
            (part.end - part.at).checked_div(part.indices.1 - part.indices.0).and_then(|size| part.at.checked_sub(size))
        }
    }
}

/// Checks the element before a part, because the first key of the part is compared with the key of that element:
/// another thread may not have checked it yet. Returns its offset.
fn check_before<Q: SequenceShape, L: Layout>(
    checker: &mut CheckerOf<'_, L>,
    part: &PartOf<L>,
    before: usize,
) -> Result<usize, Failed> {
    let Some(at) = offset_before(checker.bytes(), part, before) else {
        return Err(checker.fail(ErrorKind::Overflow, part.at));
    };
    let end = check_value::<ShapeOf<Q::Element>, L>(checker, at)?;
    if end == part.at { Ok(at) } else { Err(checker.fail(ErrorKind::Overflow, at)) }
}
