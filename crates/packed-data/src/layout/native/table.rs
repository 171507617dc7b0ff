//! Sequences with a table of ends, in `Indexed`.

use alloc::vec::Vec;

use super::check::{check_each, require_elements};
use super::{Native, NativeChecker, SequenceHeader};
use crate::layout::backpatch::HeaderBackpatch;
use crate::shape::{Shape, skip_value};
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// Returns the width in bytes of the entries of a table of ends, as a power of two: the smallest in which the last end
/// fits.
#[inline]
const fn width_log_of(size: u64) -> u8 {
    match size {
        0..=0xFF => 0,
        0x100..=0xFFFF => 1,
        0x1_0000..=0xFFFF_FFFF => 2,
        _ => 3,
    }
}

/// Returns the number at the beginning of a sequence with a table: four times the count, plus the width of the entries.
/// An empty sequence has no table.
#[inline]
fn header_number(count: usize, width_log: u8) -> Option<u64> {
    Some(count.checked_mul(4)? as u64 | u64::from(width_log))
}

/// Returns the count, and the width of the entries in bytes, that such a number states.
#[inline]
pub(in crate::layout) fn header_of(number: u64) -> (u64, usize) {
    (number / 4, 1 << (number % 4))
}

/// Reads the header of a sequence with a table.
///
/// # Safety
///
/// A valid sequence with a table is stored at `pos`.
#[inline]
pub(super) unsafe fn read_header(pos: Ptr) -> SequenceHeader {
    // SAFETY: the number determines how long the table is; the elements follow it.
    unsafe {
        let (number, table) = varint::read(pos);
        let (count, width_log) = (number / 4, (number % 4) as u8);
        SequenceHeader { count, width_log, table, elements: table.add(count << width_log) }
    }
}

impl SequenceHeader {
    /// Returns the end of element `index`, in bytes from the beginning of the first element.
    ///
    /// # Safety
    ///
    /// The sequence has a table with more than `index` entries.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_of(&self, index: usize) -> usize {
        // SAFETY: the caller promises the entry; checked ends fit a `usize`.
        unsafe {
            let entry = self.table.add(index << self.width_log);
            match self.width_log {
                0 => u8::from_le_bytes(entry.load()) as usize,
                1 => u16::from_le_bytes(entry.load()) as usize,
                2 => u32::from_le_bytes(entry.load()) as usize,
                _ => u64::from_le_bytes(entry.load()) as usize,
            }
        }
    }
}

/// Checks a sequence with a table of ends; compares each entry with the actual end of the element.
pub(super) fn check_table(
    checker: &mut NativeChecker<'_>,
    at: usize,
    mut each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (number, table) = varint::check(checker, at)?;
    if usize::try_from(number).is_err() {
        return Err(checker.fail(ErrorKind::Overflow, at));
    }
    let (count, width_log) = (number / 4, (number % 4) as u8);
    // An element takes at least one byte, and an entry `1 << width_log`.
    let count = require_elements(checker, at, table, count, Some((1 << width_log) + 1))?;
    let elements = table + (count << width_log);
    let mut stated = 0;
    let end = check_each(checker, elements, count, |checker, at, index| {
        let entry = table + (index << width_log);
        let end = each(checker, at, index)?;
        stated = table_entry(checker, entry, width_log)?;
        checker.require_size(entry, stated, end - elements)?;
        Ok(end)
    })?;
    if width_log == width_log_of(stated) {
        Ok(end)
    } else {
        Err(checker.fail(ErrorKind::NotMinimal { value: stated }, at))
    }
}

fn table_entry(checker: &mut NativeChecker<'_>, at: usize, width_log: u8) -> Result<u64, Failed> {
    Ok(match width_log {
        0 => u8::from_le_bytes(checker.array(at)?).into(),
        1 => u16::from_le_bytes(checker.array(at)?).into(),
        2 => u32::from_le_bytes(checker.array(at)?).into(),
        _ => u64::from_le_bytes(checker.array(at)?),
    })
}

/// Inserts the count and the table of ends before the elements that were written; returns the new end. The ends are
/// found by skipping over the elements again, which takes constant time for each: so nothing needs to be remembered
/// while they are written.
///
/// # Safety
///
/// `count` valid elements of shape `S` are stored from `backpatch.elements` to `pos`, except for recorded insertions.
pub(super) unsafe fn write_table<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch,
    count: usize,
) -> usize {
    let width_log = width_log_of(writer.final_size(backpatch.elements, pos) as u64);
    // On a 32-bit machine either number may not fit a `usize`; the reader could not represent it either.
    let (number, ends_size) = (header_number(count, width_log), count.checked_mul(1 << width_log));
    let (Some(number), Some(ends_size)) = (number, ends_size) else {
        writer.fail(ErrorKind::Overflow);
        return pos;
    };
    if writer.postpones(pos, backpatch.elements) {
        // SAFETY: the caller's promise is passed on unchanged.
        return unsafe { postpone_table::<S, N>(writer, pos, backpatch, (count, number, width_log)) };
    }
    let table = backpatch.header + varint::len(number);
    // SAFETY: the caller promises that the elements end at `pos` (W1).
    let pos =
        unsafe { writer.resize(pos, (backpatch.header, backpatch.elements), table - backpatch.header + ends_size) };
    // SAFETY: the number and the table are before the elements.
    unsafe { writer.put_varint(backpatch.header, number) };
    // SAFETY: `resize` returned `pos` (W1).
    let (before, elements) = unsafe { writer.commit(pos) }.split_at_mut(table + ends_size);
    let start = Ptr::to(elements);
    let mut element = start;
    for entry in before[table..].chunks_exact_mut(1 << width_log) {
        // SAFETY: the caller promises as many elements as the table has entries.
        let end = unsafe {
            element = skip_value::<S, N>(element);
            element.since(start)
        };
        entry.copy_from_slice(&(end as u64).to_le_bytes()[..1 << width_log]);
    }
    pos
}

/// Does the same, but records the insertion. Elements before the first one that contains insertions are skipped to find
/// their ends; the beginnings of the elements after it were recorded.
///
/// # Safety
///
/// As for [`write_table`].
#[cold]
#[inline(never)]
unsafe fn postpone_table<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch,
    (count, number, width_log): (usize, u64, u8),
) -> usize {
    let size = writer.final_size(backpatch.elements, pos);
    let start = writer.final_end(pos).wrapping_sub(size);
    let recorded = writer.take_elements(backpatch.recorded);
    let intact = if writer.has_insertions(backpatch.elements) { count - recorded.len() - 1 } else { count };
    let mut ends = Vec::with_capacity(count);
    // SAFETY: the caller promises that the elements end at `pos` (W1).
    let first = Ptr::to(&unsafe { writer.commit(pos) }[backpatch.elements..]);
    // SAFETY: the caller promises the elements, of which the first `intact` contain no insertions.
    unsafe {
        let mut element = first;
        for _ in 0..intact {
            element = skip_value::<S, N>(element);
            ends.push(element.since(first));
        }
    }
    ends.extend(recorded.iter().map(|element| element.wrapping_sub(start)));
    if intact < count {
        ends.push(size);
    }
    let (len, width) = (varint::len(number), 1 << width_log);
    let put = |writer: &mut ValueWriter, at: usize| {
        // SAFETY: `replace_header` calls this with an offset at which there is capacity for the number and the ends.
        unsafe {
            let table = writer.put_varint(at, number);
            let put = |at, end: &usize| writer.put_slice(at, &(*end as u64).to_le_bytes()[..width]);
            ends.iter().fold(table, put);
        }
    };
    // SAFETY: the caller promises that the elements end at `pos` (W1).
    unsafe { writer.replace_header(pos, (backpatch.header, backpatch.elements), len + count * width, put) }
}
