//! Counts and lengths: numbers that state how many elements or bytes follow.

use super::{Native, NativeChecker};
use crate::layout::SequenceRule;
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// Returns whether numbers of eight bytes are big-endian; `None` if numbers are short varints.
const fn wide<N: Native>() -> Option<bool> {
    match N::FORMAT.sequences {
        SequenceRule::Varint => None,
        SequenceRule::Big => Some(true),
        SequenceRule::Little | SequenceRule::Cells | SequenceRule::Heads => Some(false),
    }
}

/// Returns the number of bytes of a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn len<N: Native>(value: u64) -> usize {
    if const { wide::<N>().is_some() } { 8 } else { varint::len(value) }
}

/// Reads a number; returns it with the position after it.
///
/// # Safety
///
/// A valid number is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read<N: Native>(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the caller promises a number. Checked numbers fit a `usize`.
    unsafe {
        match const { wide::<N>() } {
            None => varint::read(pos),
            Some(true) => (u64::from_be_bytes(pos.load()) as usize, pos.add(8)),
            Some(false) => (u64::from_le_bytes(pos.load()) as usize, pos.add(8)),
        }
    }
}

/// Checks a number; returns it with the offset after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<(u64, usize), Failed> {
    match const { wide::<N>() } {
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

/// Writes a number; returns the offset after it.
///
/// # Safety
///
/// There is capacity for its [`len`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn put<N: Native>(writer: &mut ValueWriter, pos: usize, value: u64) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe {
        match const { wide::<N>() } {
            None => writer.put_varint(pos, value),
            Some(true) => writer.put(pos, value.to_be_bytes()),
            Some(false) => writer.put(pos, value.to_le_bytes()),
        }
    }
}

/// Replaces the number at `start..end`, in what is written up to `pos`; returns the new `pos`.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn replace<N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    (start, end): (usize, usize),
    value: u64,
) -> usize {
    if const { wide::<N>().is_none() } {
        // SAFETY: the caller promises W1 for `pos`.
        return unsafe { writer.replace_number(pos, (start, end), value) };
    }
    assert!(start + 8 == end && end <= pos, "a number of eight bytes was written there");
    // SAFETY: the assertion checks that the eight bytes are among those written before `pos` (W1).
    unsafe { put::<N>(writer, start, value) };
    pos
}
