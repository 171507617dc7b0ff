//! Sequences as cells, as Haskell's lists are: a tag of 1 and an element for each, then a tag of 0.

use crate::layout::Layout;
use crate::shape::{Shape, skip_value};
use crate::wire::checker::{Checker, Failed};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;

/// The tag of the end.
const NIL: u8 = 0;
/// The tag before an element.
const CONS: u8 = 1;

/// The position of the element of the cell at `pos`, if it is not the end.
///
/// # Safety
///
/// A valid cell stands there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn next(pos: Ptr) -> Option<Ptr> {
    // SAFETY: a cell begins with its tag.
    unsafe {
        let [tag] = pos.load::<[u8; 1]>();
        (tag != NIL).then(|| pos.add(1))
    }
}

/// How many elements there are from the cell at `pos` on.
///
/// # Safety
///
/// Valid cells with elements of shape `S` stand there.
pub(super) unsafe fn count<S: Shape, L: Layout<Pos = Ptr>>(mut pos: Ptr) -> usize {
    let mut count = 0;
    // SAFETY: behind each element stands a cell.
    while let Some(element) = unsafe { next(pos) } {
        // SAFETY: it is valid.
        pos = unsafe { skip_value::<S, L>(element) };
        count += 1;
    }
    count
}

/// The position after the last cell, at `pos`.
///
/// # Safety
///
/// It stands there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn after(pos: Ptr) -> Ptr {
    // SAFETY: it is its tag.
    unsafe { pos.add(1) }
}

/// Checks cells, each element by `each`, and gives their end.
pub(super) fn check(
    checker: &mut Checker<'_>,
    mut at: usize,
    mut each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
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

/// Begins a cell, and gives the offset of its element.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn begin(writer: &mut ValueWriter, pos: usize) -> usize {
    writer.ensure_capacity(pos, 1);
    // SAFETY: there is capacity.
    unsafe { writer.put(pos, [CONS]) }
}

/// Writes the last cell, and gives the offset after it.
pub(super) fn end(writer: &mut ValueWriter, pos: usize) -> usize {
    writer.ensure_capacity(pos, 1);
    // SAFETY: there is capacity.
    unsafe { writer.put(pos, [NIL]) }
}
