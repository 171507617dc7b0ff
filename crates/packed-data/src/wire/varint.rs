//! The short varint: one byte below 0xFC; 0xFC, 0xFD, 0xFE followed by a little-endian u16, u32, u64.
//!
//! A number always has its shortest form; a longer one is an error, so that equal values have equal bytes.
//!
//! This file reads and checks numbers where they are hot; `put_varint` in `value_writer.rs` writes them. The rest is in
//! the crate `packed-data-model`.

pub(super) use packed_data_model::varint::WIDE;
pub(crate) use packed_data_model::varint::{is_short, len};

use super::checker::{Failed, Input};
use super::error::ErrorKind;
use super::pointer::Ptr;

/// Reads a number.
///
/// # Safety
///
/// A valid short varint begins at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn read(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        if first < WIDE[0] {
            return (first as usize, pos.add(1));
        }
        read_wide(first, pos.add(1))
    }
}

/// Returns the number of bytes of a number with this first byte.
pub(crate) const fn width(first: u8) -> usize {
    match first {
        0xFC => 3,
        0xFD => 5,
        0xFE => 9,
        _ => 1,
    }
}

/// Reads a number that seldom takes more than one byte: the rare case is a call.
///
/// # Safety
///
/// As for [`read`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn read_short(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        if first < WIDE[0] { (first as usize, pos.add(1)) } else { read_long(first, pos.add(1)) }
    }
}

/// Reads the other bytes of a number, as [`read_wide`] does. (With `inline` it is compiled where it is called: only
/// then does the compiler see that it changes nothing, so that a head that is read twice is the same.)
///
/// # Safety
///
/// As for [`read_wide`].
#[cold]
#[inline]
unsafe fn read_long(first: u8, pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { read_wide(first, pos) }
}

/// Returns the position after a number that seldom takes more than one byte, as [`end`] does. (Without a call: in a
/// function that is called for each value of a tree, a call makes the paths without one save registers too.)
///
/// # Safety
///
/// As for [`read`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn end_short(pos: Ptr) -> Ptr {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        if first < WIDE[0] { pos.add(1) } else { end_long(first, pos) }
    }
}

/// Returns the position after a number, as [`end_wide`] does, where it is called.
///
/// # Safety
///
/// As for [`end_wide`].
#[cold]
#[inline]
unsafe fn end_long(first: u8, pos: Ptr) -> Ptr {
    // SAFETY: the number has 2, 4 or 8 bytes after the first one.
    unsafe {
        if first == WIDE[0] {
            pos.add(3)
        } else if first == WIDE[1] {
            pos.add(5)
        } else {
            pos.add(9)
        }
    }
}

/// Returns the position after a number; reads only its first byte.
///
/// The rare case is a separate function, so that the compiler emits a branch. If the width is computed instead, each
/// position waits for a load, which took 8 times as long in a fold over a tree.
///
/// # Safety
///
/// As for [`read`].
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn end(pos: Ptr) -> Ptr {
    // SAFETY: the first byte may be read, and determines how many bytes follow it.
    unsafe {
        let [first] = pos.load::<[u8; 1]>();
        if first < WIDE[0] { pos.add(1) } else { end_wide(first, pos) }
    }
}

/// Returns the position after a number whose first byte is `first`, one of [`WIDE`].
///
/// # Safety
///
/// A number with this first byte begins at `pos`.
#[cold]
#[inline(never)]
unsafe fn end_wide(first: u8, pos: Ptr) -> Ptr {
    // SAFETY: the number has `2 << (first - 0xFC)` bytes after the first one.
    unsafe { pos.add(1 + (2 << (first - WIDE[0]))) }
}

/// Reads the other bytes of a number of more than one byte.
///
/// # Safety
///
/// `first` is the first byte of a valid number, and `pos` is the position after that byte.
#[inline]
unsafe fn read_wide(first: u8, pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the first byte determines how many bytes follow. Checked numbers fit a `usize`.
    unsafe {
        if first == WIDE[0] {
            (u16::from_le_bytes(pos.load()) as usize, pos.add(2))
        } else if first == WIDE[1] {
            (u32::from_le_bytes(pos.load()) as usize, pos.add(4))
        } else {
            (u64::from_le_bytes(pos.load()) as usize, pos.add(8))
        }
    }
}

/// Checks a number, and returns it with the offset after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) fn check(checker: &mut impl Input, at: usize) -> Result<(u64, usize), Failed> {
    let [first] = checker.array::<1>(at)?;
    if first < WIDE[0] { Ok((first.into(), at + 1)) } else { check_wide(checker, first, at) }
}

#[inline(never)]
fn check_wide(checker: &mut impl Input, first: u8, at: usize) -> Result<(u64, usize), Failed> {
    let value = match first {
        0xFC => u16::from_le_bytes(checker.array(at + 1)?).into(),
        0xFD => u32::from_le_bytes(checker.array(at + 1)?).into(),
        0xFE => u64::from_le_bytes(checker.array(at + 1)?),
        _ => return Err(checker.fail(invalid_first(first), at)),
    };
    let end = at + 1 + (2 << (first - WIDE[0]));
    if at + len(value) == end { Ok((value, end)) } else { Err(checker.fail(ErrorKind::NotMinimal { value }, at)) }
}

fn invalid_first(first: u8) -> ErrorKind {
    ErrorKind::InvalidScalar { expected: "length: a first byte of 0 to 254", found: first.into() }
}
