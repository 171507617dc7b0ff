//! Sequences as cells, like Haskell's lists: a tag of 1 before each element, then a tag of 0.

use super::NativeChecker;
#[cfg(feature = "haskell")]
use super::SequenceHeader;
#[cfg(feature = "haskell")]
use crate::layout::Remaining;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
#[cfg(feature = "haskell")]
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;

/// The tag of the last cell, which has no element.
const NIL: u8 = 0;
/// The tag before an element.
const CONS: u8 = 1;

/// The elements of a sequence of cells that are left: the tag of each cell says whether it has an element.
#[cfg(feature = "haskell")]
#[derive(Clone, Copy)]
pub struct RemainingCells;

#[cfg(feature = "haskell")]
impl Remaining<Ptr> for RemainingCells {
    type Header = SequenceHeader;

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(header: SequenceHeader) -> (Self, Ptr) {
        (Self, header.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn left(&self) -> Option<usize> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next(&mut self, pos: Ptr) -> Option<Ptr> {
        // SAFETY: the caller promises a valid sequence, of which a cell is stored at `pos`: it begins with its tag.
        unsafe {
            let [tag] = pos.load::<[u8; 1]>();
            (tag != NIL).then(|| pos.add(1))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn after(self, pos: Ptr) -> Ptr {
        // SAFETY: the caller promises that the elements end at `pos`. The last cell is stored there: one byte, its tag.
        unsafe { pos.add(1) }
    }
}

/// Checks cells, each element by `each`; returns their end.
pub(super) fn check(
    checker: &mut NativeChecker<'_>,
    mut at: usize,
    mut each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    for index in 0.. {
        at = match checker.array(at)? {
            [NIL] => return Ok(at + 1),
            [CONS] => each(checker, at + 1, index)?,
            [tag] => return Err(checker.fail(ErrorKind::InvalidTag { found: tag.into(), constructors: 2 }, at)),
        };
    }
    Err(checker.fail(ErrorKind::Overflow, at))
}

/// Begins a cell; returns the offset of its element.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin(writer: &mut ValueWriter, pos: usize) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, 1) };
    // SAFETY: capacity for a byte was reserved just now.
    unsafe { writer.put(pos, [CONS]) }
}

/// Writes the last cell; returns the offset after it.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn end(writer: &mut ValueWriter, pos: usize) -> usize {
    // SAFETY: the caller promises W1 for `pos`.
    unsafe { writer.ensure_capacity(pos, 1) };
    // SAFETY: capacity for a byte was reserved just now.
    unsafe { writer.put(pos, [NIL]) }
}
