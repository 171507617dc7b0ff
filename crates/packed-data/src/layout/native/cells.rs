//! Sequences as cells, like Haskell's lists: a tag of 1 before each element, then a tag of 0.

use super::{Native, NativeChecker};
use crate::shape::{Shape, skip_value};
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;

/// The tag of the last cell, which has no element.
const NIL: u8 = 0;
/// The tag before an element.
const CONS: u8 = 1;

/// Returns the position of the element of the cell at `pos`, or `None` if it is the last cell.
///
/// # Safety
///
/// A valid cell is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn next(pos: Ptr) -> Option<Ptr> {
    // SAFETY: the caller promises a cell, which begins with its tag.
    unsafe {
        let [tag] = pos.load::<[u8; 1]>();
        (tag != NIL).then(|| pos.add(1))
    }
}

/// Returns the number of elements from the cell at `pos` on.
///
/// # Safety
///
/// Valid cells with elements of shape `S` are stored at `pos`.
pub(super) unsafe fn count<S: Shape, N: Native>(mut pos: Ptr) -> usize {
    let mut count = 0;
    // SAFETY: a cell follows each element.
    while let Some(element) = unsafe { next(pos) } {
        // SAFETY: the element of a valid cell is valid.
        pos = unsafe { skip_value::<S, N>(element) };
        count += 1;
    }
    count
}

/// Returns the position after the last cell.
///
/// # Safety
///
/// The last cell is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn after(pos: Ptr) -> Ptr {
    // SAFETY: the last cell is one byte, its tag.
    unsafe { pos.add(1) }
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
