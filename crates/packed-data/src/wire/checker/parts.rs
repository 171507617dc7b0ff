//! The parts of a value that a check leaves to other threads.
//!
//! The bytes state where some parts end before the part itself is checked: a field with its size before it, and the
//! elements of a sequence with a table of ends or of a static size. A check in parallel takes such a statement on
//! trust, goes on after the part, and records the part. The value is valid if the rest is, and if every part is valid
//! and ends where it was stated to end. Nothing else is concluded: any failure makes the serial check decide.
//!
//! Nothing may look at a part before it was checked. Therefore nothing is left to other threads inside a value whose
//! condition is still to be tested, or inside the elements of a set or map, whose keys are compared. No path to an
//! error is put together either: that would be a walk without limits over unchecked parts.

use alloc::vec::Vec;

use super::{Checker, Failed};
use crate::wire::budget::Budget;
use crate::wire::end_table::EndTable;
use crate::wire::limits::Limits;

/// A part of the bytes that is still to be checked.
#[derive(Clone, Copy)]
pub(crate) struct Part<T> {
    /// The offset at which it begins.
    pub(crate) at: usize,
    /// The offset at which it must end.
    pub(crate) end: usize,
    /// In elements of a sequence: the indices of the first, and of the first after them.
    pub(crate) indices: (usize, usize),
    /// In elements of a sequence with a table of ends: the table.
    pub(crate) table: Option<EndTable>,
    /// The budget for nesting inside it.
    pub(crate) budget: Budget,
    /// Checks it; returns the offset of its end.
    pub(crate) check: PartFn<T>,
}

/// A function that checks a part, and returns the offset at which it ends.
pub(crate) type PartFn<T> = fn(&mut Checker<'_, T>, &Part<T>) -> Result<usize, Failed>;

/// The parts that a check leaves to other threads.
pub(super) struct Parts<T> {
    /// Whether this is a part of a check in parallel: then bytes that were passed may not have been checked yet.
    in_parallel: bool,
    /// The least size of a part, in bytes; no size in a serial check.
    grain: u64,
    /// The greatest size of a part, in bytes. It is less than the size of the whole, so that each thread has work of
    /// its own, and a long list is not left to another thread once for each of its cells.
    greatest: u64,
    recorded: Vec<Part<T>>,
}

impl<T> Parts<T> {
    pub(super) const NONE: Self = Self { in_parallel: false, grain: u64::MAX, greatest: 0, recorded: Vec::new() };
}

impl<'b, T> Checker<'b, T> {
    /// Begins the check of `size` bytes of `bytes`; parts of at least `grain` bytes are left to other threads.
    pub(crate) fn in_parts(bytes: &'b [u8], limits: &'b Limits, size: usize, grain: usize) -> Self
    where
        T: Default,
    {
        let mut checker = Self::new(bytes, limits);
        checker.parts.in_parallel = true;
        if let Some(greatest) = size.checked_sub(grain)
            && greatest >= grain
        {
            (checker.parts.grain, checker.parts.greatest) = (grain as u64, greatest as u64);
        }
        checker
    }

    /// Returns whether an error is worth its path. An error of a check in parallel is never shown, and its path cannot
    /// be found, since that takes a walk without limits over the bytes before it, which may not have been checked.
    pub(crate) fn locates_errors(&self) -> bool {
        !self.parts.in_parallel
    }

    /// Returns whether a part of `size` bytes at `at` is left to another thread.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn postpones(&self, at: usize, size: u64) -> bool {
        size >= self.parts.grain && self.may_postpone(at, size)
    }

    /// Out of line, because most fields are small.
    #[cold]
    #[inline(never)]
    fn may_postpone(&self, at: usize, size: u64) -> bool {
        size <= self.parts.greatest && size <= self.left(at) as u64 && self.deferred.is_empty()
    }

    /// Returns the least size of a part, if parts may be left to other threads here.
    pub(crate) fn grain(&self) -> Option<usize> {
        if self.parts.greatest > 0 && self.deferred.is_empty() { usize::try_from(self.parts.grain).ok() } else { None }
    }

    /// Returns the greatest size of a part, in bytes.
    pub(crate) fn greatest_part(&self) -> u64 {
        self.parts.greatest
    }

    /// Leaves a part to another thread; returns where it is stated to end.
    pub(crate) fn postpone(&mut self, part: Part<T>) -> usize {
        let end = part.end;
        self.parts.recorded.push(part);
        end
    }

    /// Returns the parts that were left to other threads.
    pub(crate) fn into_parts(self) -> Vec<Part<T>> {
        self.parts.recorded
    }

    /// Leaves nothing to other threads from now on; returns what was so before, for
    /// [`postpone_again`](Self::postpone_again).
    pub(crate) fn postpone_nothing(&mut self) -> (u64, u64) {
        let outer = (self.parts.grain, self.parts.greatest);
        (self.parts.grain, self.parts.greatest) = (u64::MAX, 0);
        outer
    }

    /// Ends what [`postpone_nothing`](Self::postpone_nothing) began.
    pub(crate) fn postpone_again(&mut self, outer: (u64, u64)) {
        (self.parts.grain, self.parts.greatest) = outer;
    }
}
