//! The varints of bincode, of at most 16 bytes after the first: counts, tags and scalars of `bincode::Standard`.

use packed_data_model::varint::Varint;

use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;

const FORM: Varint = Varint::BINCODE;

/// Reads a number; returns it with the position after it.
///
/// # Safety
///
/// A valid number is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read(pos: Ptr) -> (u128, Ptr) {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        let start = pos.add(1);
        if first < FORM.below() { (first.into(), start) } else { read_wide(first, start) }
    }
}

/// Reads the other bytes of a number of more than one byte.
///
/// # Safety
///
/// `first` is the first byte of a valid number, and `pos` is the position after that byte.
#[inline]
unsafe fn read_wide(first: u8, pos: Ptr) -> (u128, Ptr) {
    // SAFETY: the first byte determines how many bytes follow.
    unsafe {
        match FORM.more(first) {
            Some(2) => (u16::from_le_bytes(pos.load()).into(), pos.add(2)),
            Some(4) => (u32::from_le_bytes(pos.load()).into(), pos.add(4)),
            Some(8) => (u64::from_le_bytes(pos.load()).into(), pos.add(8)),
            _ => (u128::from_le_bytes(pos.load()), pos.add(16)),
        }
    }
}

/// Returns the position after a number; reads only its first byte.
///
/// # Safety
///
/// As for [`read`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end(pos: Ptr) -> Ptr {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        pos.add(1 + FORM.more(first).unwrap_or(0))
    }
}

/// Checks a number of at most `most` bytes after the first; returns it with the offset after it. `expected` is what the
/// error says of another first byte.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check(
    checker: &mut impl Input,
    at: usize,
    most: usize,
    expected: &'static str,
) -> Result<(u128, usize), Failed> {
    let [first] = checker.array(at)?;
    if first < FORM.below() { Ok((first.into(), at + 1)) } else { check_wide(checker, first, at, most, expected) }
}

#[inline(never)]
fn check_wide(
    checker: &mut impl Input,
    first: u8,
    at: usize,
    most: usize,
    expected: &'static str,
) -> Result<(u128, usize), Failed> {
    let Some(more) = FORM.more(first).filter(|more| *more <= most) else {
        return Err(checker.fail(ErrorKind::InvalidScalar { expected, found: first.into() }, at));
    };
    let bytes = checker.slice(at + 1, more as u64)?;
    let value = bytes.iter().rev().fold(0, |low: u128, byte| low << 8 | u128::from(*byte));
    let end = at + 1 + more;
    if at + FORM.len(value) == end {
        Ok((value, end))
    } else {
        // (A form that is longer than necessary is of a number that fits 64 bits.)
        Err(checker.fail(ErrorKind::NotMinimal { value: value as u64 }, at))
    }
}

/// Returns the number of bytes of a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn len(value: u128) -> usize {
    FORM.len(value)
}

/// Writes a number; returns the offset after it.
///
/// # Safety
///
/// There is capacity for its [`len`] at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn put(writer: &mut ValueWriter, pos: usize, value: u128) -> usize {
    // SAFETY: the caller promises the capacity.
    unsafe { if value < FORM.below().into() { writer.put(pos, [value as u8]) } else { put_wide(writer, pos, value) } }
}

/// Writes a number that does not fit one byte.
///
/// # Safety
///
/// As for [`put`].
#[inline(never)]
unsafe fn put_wide(writer: &mut ValueWriter, pos: usize, value: u128) -> usize {
    let (bytes, len) = FORM.encode(value);
    // SAFETY: the caller promises the capacity.
    unsafe { writer.put_slice(pos, &bytes[..len]) }
}
