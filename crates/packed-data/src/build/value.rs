//! Builds a whole value in a buffer of its own.

use alloc::vec::Vec;

use super::locate::outcome;
use super::{Filled, Needs, reserve};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::{Schema, Shape, root_stack, whole_charge};
use crate::wire::budget::Budget;
use crate::wire::error::Error;
use crate::wire::failure::Place;
use crate::wire::limits::Limits;
use crate::wire::value_writer::ValueWriter;

/// Builds a value of shape `T::Shape` in the buffer `out`, which is empty, and returns the buffer. If the value
/// outgrows the capacity of the buffer, it is expected to take `size` bytes; 0 if that is unknown.
///
/// # Errors
///
/// Returns the error if the value exceeds the limits, or cannot be written in this layout.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn build_value<T: Packable<As = T> + ?Sized, L: Layout>(
    out: Vec<u8>,
    size: usize,
    limits: &Limits,
    fill: impl for<'x> FnOnce(Needs<'x, T, L>) -> Filled<'x>,
) -> Result<Vec<u8>, Error> {
    let mut writer = ValueWriter::new(out, *limits);
    writer.expect(size);
    let whole = const { Whole::of::<T::Shape, L>() };
    let budget = whole.begin(&mut writer, 0);
    // SAFETY: no byte is before offset 0 (W1).
    let end = unsafe { Needs::reserve_and_fill(&mut writer, 0, budget, fill) };
    // SAFETY: `fill` returned `end` (W1).
    let end = unsafe { whole.end::<L>(&mut writer, 0, end)? };
    // SAFETY: `Whole::end` returned `end` (W1).
    Ok(unsafe { writer.finish(end) })
}

/// Packs `value` as [`build_value`] builds one. (Without a closure, which is several functions for each type.)
///
/// # Errors
///
/// As for [`build_value`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn pack_value<T: Packable + ?Sized, L: Layout>(
    out: Vec<u8>,
    limits: &Limits,
    value: &T,
) -> Result<Vec<u8>, Error> {
    let mut writer = ValueWriter::new(out, *limits);
    let whole = const { Whole::of::<<T::As as Packable>::Shape, L>() };
    let budget = whole.begin(&mut writer, 0);
    // SAFETY: no byte is before offset 0 (W1), where capacity is reserved (W5).
    let end = unsafe {
        reserve::<<T::As as Packable>::Shape, L>(&mut writer, 0);
        Needs::<T::As, L>::put_at(&mut writer, 0, budget, &value)
    };
    // SAFETY: `put_at` returned `end` (W1).
    let end = unsafe { whole.end::<L>(&mut writer, 0, end)? };
    // SAFETY: `Whole::end` returned `end` (W1).
    Ok(unsafe { writer.finish(end) })
}

/// What the beginning and the end of a whole value depend on: a value, so that both are compiled once for all types.
#[derive(Clone, Copy)]
pub(crate) struct Whole {
    /// The bytes of stack that it is charged.
    stack: u32,
    /// What it is charged for parts without bytes.
    charge: u64,
    schema: &'static Schema,
}

impl Whole {
    /// Returns it for a value of shape `S` in layout `L`.
    pub(crate) const fn of<S: Shape, L: Layout>() -> Self {
        Self { stack: root_stack::<S>(), charge: whole_charge::<S, L>(), schema: const { &S::SCHEMA } }
    }

    /// Returns the budget of the value, which begins at `start`, and charges what it takes without bytes.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn begin(self, writer: &mut ValueWriter, start: usize) -> Budget {
        let budget = writer.budget(self.stack);
        if self.charge > 0 {
            writer.charge_empty(self.charge, Place::outermost(start));
        }
        budget
    }

    /// Makes the recorded insertions of the value, which was written from `start` to `end`; returns its new end, for
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
    pub(crate) unsafe fn end<L: Layout>(
        self,
        writer: &mut ValueWriter,
        start: usize,
        end: usize,
    ) -> Result<usize, Error> {
        // SAFETY: the caller promises W1 for `end`.
        let end = unsafe { writer.complete(end) };
        // SAFETY: `complete` returned `end` (W1).
        unsafe { outcome::<L>(writer, start, end, self.schema)? };
        Ok(end)
    }
}
