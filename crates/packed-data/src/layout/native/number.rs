//! The numbers that say how many elements or bytes follow.

use super::Native;
use crate::layout::format::SequenceRule;
use crate::wire::checker::{Checker, Failed};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// Whether numbers take eight bytes; in which case, whether they are big-endian.
const fn wide<N: Native>() -> Option<bool> {
    match N::FORMAT.sequences {
        SequenceRule::Varint => None,
        SequenceRule::Big => Some(true),
        SequenceRule::Little | SequenceRule::Cells | SequenceRule::Heads => Some(false),
    }
}

/// How many bytes a number takes.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn len<N: Native>(value: u64) -> usize {
    if wide::<N>().is_some() { 8 } else { varint::len(value) }
}

/// Reads a number.
///
/// # Safety
///
/// A valid one stands at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read<N: Native>(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the caller promises the number. Checked numbers fit a `usize`.
    unsafe {
        match wide::<N>() {
            None => varint::read(pos),
            Some(true) => (u64::from_be_bytes(pos.load()) as usize, pos.add(8)),
            Some(false) => (u64::from_le_bytes(pos.load()) as usize, pos.add(8)),
        }
    }
}

/// Checks a number, and gives it with its end.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check<N: Native>(checker: &mut Checker<'_>, at: usize) -> Result<(u64, usize), Failed> {
    match wide::<N>() {
        None => varint::check(checker, at),
        Some(is_big) => {
            let bytes = checker.array(at)?;
            let value = if is_big { u64::from_be_bytes(bytes) } else { u64::from_le_bytes(bytes) };
            if usize::try_from(value).is_err() {
                return Err(checker.fail(ErrorKind::Overflow, at));
            }
            Ok((value, at + 8))
        }
    }
}

/// Writes a number, and gives the offset after it.
///
/// # Safety
///
/// There is capacity for its [`len`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn put<N: Native>(writer: &mut ValueWriter, pos: usize, value: u64) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        match wide::<N>() {
            None => writer.put_varint(pos, value),
            Some(true) => writer.put(pos, value.to_be_bytes()),
            Some(false) => writer.put(pos, value.to_le_bytes()),
        }
    }
}

/// Puts a number in the place of the one at `start..end`, in what is written up to `pos`; gives the new `pos`.
pub(super) fn replace<N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    (start, end): (usize, usize),
    value: u64,
) -> usize {
    if wide::<N>().is_none() {
        return writer.replace_number(pos, (start, end), value);
    }
    assert!(start + 8 == end && end <= pos, "a number of eight bytes was written there");
    // SAFETY: by the assertion, in what was written before.
    unsafe { put::<N>(writer, start, value) };
    pos
}
