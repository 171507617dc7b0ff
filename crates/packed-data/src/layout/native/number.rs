//! Counts and lengths: numbers that state how many elements or bytes follow.

use packed_data_model::varint::Varint;

use super::{Native, varint as bincode};
use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// How numbers are written.
enum Form {
    Short,
    Bincode,
    Little,
    Big,
}

/// Returns how a layout writes numbers.
const fn form<N: Native>() -> Form {
    match (N::FORMAT.counts(), N::FORMAT.has_big_counts()) {
        (Some(Varint::SHORT), _) => Form::Short,
        (Some(_), _) => Form::Bincode,
        (None, Some(true)) => Form::Big,
        (None, _) => Form::Little,
    }
}

/// Returns the number of bytes of a number.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn len<N: Native>(value: u64) -> usize {
    match const { form::<N>() } {
        Form::Short => varint::len(value),
        Form::Bincode => bincode::len(value.into()),
        Form::Little | Form::Big => 8,
    }
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
        match const { form::<N>() } {
            Form::Short => varint::read(pos),
            Form::Bincode => {
                let (number, end) = bincode::read(pos);
                (number as usize, end)
            }
            Form::Big => (u64::from_be_bytes(pos.load()) as usize, pos.add(8)),
            Form::Little => (u64::from_le_bytes(pos.load()) as usize, pos.add(8)),
        }
    }
}

/// Checks a number; returns it with the offset after it.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check<N: Native>(checker: &mut impl Input, at: usize) -> Result<(u64, usize), Failed> {
    match const { form::<N>() } {
        Form::Short => varint::check(checker, at),
        Form::Bincode => {
            let (value, end) = bincode::check(checker, at, 8, const { Varint::BINCODE.expected_length() })?;
            Ok((value as u64, end))
        }
        Form::Little | Form::Big => {
            let bytes = checker.array(at)?;
            let value = if matches!(const { form::<N>() }, Form::Big) {
                u64::from_be_bytes(bytes)
            } else {
                u64::from_le_bytes(bytes)
            };
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
        match const { form::<N>() } {
            Form::Short => writer.put_varint(pos, value),
            Form::Bincode => bincode::put(writer, pos, value.into()),
            Form::Big => writer.put(pos, value.to_be_bytes()),
            Form::Little => writer.put(pos, value.to_le_bytes()),
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
    match const { form::<N>() } {
        // SAFETY: the caller promises W1 for `pos`.
        Form::Short => return unsafe { writer.replace_number(pos, (start, end), value) },
        Form::Bincode => {
            let (bytes, len) = Varint::BINCODE.encode(value.into());
            // SAFETY: the caller promises W1 for `pos`.
            return unsafe { writer.replace_bytes(pos, (start, end), &bytes[..len]) };
        }
        Form::Little | Form::Big => {}
    }
    assert!(start + 8 == end && end <= pos, "a number of eight bytes was written there");
    // SAFETY: the assertion checks that the eight bytes are among those written before `pos` (W1).
    unsafe { put::<N>(writer, start, value) };
    pos
}
