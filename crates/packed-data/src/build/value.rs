//! Builds a whole value in a buffer of its own.

use alloc::vec::Vec;

use super::locate::outcome;
use super::{Filled, Needs};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{root_stack, whole_charge};
use crate::wire::budget::Budget;
use crate::wire::error::Error;
use crate::wire::failure::Place;
use crate::wire::limits::Limits;
use crate::wire::value_writer::ValueWriter;

/// Builds a value of shape `T::Shape` in the buffer `out`, which is empty, and returns the buffer.
///
/// # Errors
///
/// Returns the error if the value exceeds the limits, or cannot be written in this layout.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn build_value<T: Packable<As = T> + ?Sized, L: Layout>(
    out: Vec<u8>,
    limits: &Limits,
    fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Filled<'x>,
) -> Result<Vec<u8>, Error> {
    let mut writer = ValueWriter::new(out, *limits);
    let budget = begin_whole::<T, L>(&mut writer, 0);
    // SAFETY: no byte is before offset 0 (W1), and no capacity is claimed (W5).
    let end = unsafe { Needs::fill(&mut writer, 0, 0, budget, fill) };
    // SAFETY: `fill` returned `end` (W1).
    let end = unsafe { end_whole::<T, L>(&mut writer, 0, end)? };
    // SAFETY: `end_whole` returned `end` (W1).
    Ok(unsafe { writer.finish(end) })
}

/// Returns the budget of a whole value that begins at `start`, and charges what it takes without bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn begin_whole<T: Packable<As = T> + ?Sized, L: Layout>(writer: &mut ValueWriter, start: usize) -> Budget {
    let budget = writer.budget(const { root_stack::<T::Shape>() });
    if const { whole_charge::<T::Shape, L>() > 0 } {
        writer.charge_empty(const { whole_charge::<T::Shape, L>() }, Place::outermost(start));
    }
    budget
}

/// Makes the recorded insertions of a whole value, which was written from `start` to `end`; returns its new end, for
/// which W1 holds.
///
/// # Errors
///
/// Returns the error if the value exceeds the limits, or cannot be written in this layout.
///
/// # Safety
///
/// W1 holds for `end`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn end_whole<T: Packable<As = T> + ?Sized, L: Layout>(
    writer: &mut ValueWriter,
    start: usize,
    end: usize,
) -> Result<usize, Error> {
    // SAFETY: the caller promises W1 for `end`.
    let end = unsafe { writer.complete(end) };
    // SAFETY: `complete` returned `end` (W1).
    unsafe { outcome::<T::Shape, L>(writer, start, end) }.map(|()| end)
}
