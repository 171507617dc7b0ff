//! Sequences with a table of ends, in `Indexed`.

use alloc::vec::Vec;
use core::ops::Range;

use packed_data_model::{table_number, table_width_log};

use super::check::{check_each, require_elements};
use super::entries::{Entries, greatest_end, put_entry, replace_entries};
use super::{Native, NativeChecker, SequenceHeader};
use crate::layout::StatedElements;
use crate::layout::backpatch::{HeaderBackpatch, MaybeTable, TableBackpatch};
use crate::shape::{Shape, Sizes, skip_value};
use crate::wire::checker::{Failed, Input};
use crate::wire::end_table::{EndTable, load_entry};
use crate::wire::error::ErrorKind;
use crate::wire::failure::Place;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::{Expected, ValueWriter};
use crate::wire::varint;

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
        unsafe { load_entry(self.table, self.width_log, index) as usize }
    }
}

/// Checks a sequence with a table of ends; compares each entry with the actual end of the element.
pub(super) fn check_table(
    checker: &mut NativeChecker<'_>,
    at: usize,
    charge: u64,
    mut each: impl FnMut(&mut NativeChecker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (count, width_log, table) = check_number(checker, at, charge)?;
    let elements = table + (count << width_log);
    let mut stated = 0;
    let end = check_each(checker, elements, count, |checker, at, index| {
        let entry = table + (index << width_log);
        let end = each(checker, at, index)?;
        stated = table_entry(checker, entry, width_log)?;
        checker.require_size(entry, stated, end - elements)?;
        Ok(end)
    })?;
    require_shortest(checker, at, width_log, stated)?;
    Ok(end)
}

/// Checks the header of a sequence with a table, and the last end in it: returns where the elements are stated to be.
pub(super) fn check_header(checker: &mut impl Input, at: usize, charge: u64) -> Result<StatedElements, Failed> {
    let (count, width_log, first) = check_number(checker, at, charge)?;
    let elements = first + (count << width_log);
    let table = EndTable { first, width_log, elements };
    let last = match count {
        0 => 0,
        _ => table_entry(checker, elements - (1 << width_log), width_log)?,
    };
    if last > checker.left(elements) as u64 {
        return Err(checker.unexpected_end(elements, last));
    }
    require_shortest(checker, at, width_log, last)?;
    Ok(StatedElements { count, first: elements, end: elements + last as usize, table: Some(table) })
}

/// Checks the number at the beginning of a sequence with a table: returns the number of elements, the width of an
/// entry, and the offset of the first entry. All entries are within the input, and there is a byte for each element.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_number(checker: &mut impl Input, at: usize, charge: u64) -> Result<(usize, u8, usize), Failed> {
    let (number, table) = varint::check(checker, at)?;
    if usize::try_from(number).is_err() {
        return Err(checker.fail(ErrorKind::Overflow, at));
    }
    let (count, width_log) = (number / 4, (number % 4) as u8);
    // An element takes at least one byte, and an entry `1 << width_log`.
    let count = require_elements(checker, at, table, count, (1 << width_log) + 1, charge)?;
    Ok((count, width_log, table))
}

/// Checks that the entries of a table at `at` are as narrow as its last end, the greatest, allows.
#[cfg_attr(not(debug_assertions), inline(always))]
fn require_shortest(checker: &mut impl Input, at: usize, width_log: u8, last: u64) -> Result<(), Failed> {
    if width_log == table_width_log(last) {
        Ok(())
    } else {
        Err(checker.fail(ErrorKind::NotMinimal { value: last }, at))
    }
}

fn table_entry(checker: &mut impl Input, at: usize, width_log: u8) -> Result<u64, Failed> {
    Ok(match width_log {
        0 => u8::from_le_bytes(checker.array(at)?).into(),
        1 => u16::from_le_bytes(checker.array(at)?).into(),
        2 => u32::from_le_bytes(checker.array(at)?).into(),
        _ => u64::from_le_bytes(checker.array(at)?),
    })
}

/// The number of entries that are reserved at first if the number of elements is only expected. When they are filled,
/// their number is multiplied by [`GROWTH`], so a wrong estimate costs no more than writing the elements.
const FEW: usize = 64;

/// The factor by which a table grows when it is full before the expected number of elements is reached.
const GROWTH: usize = 8;

/// Begins a sequence with a table: reserves bytes for its number and for the ends of the elements.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    expected: Expected,
) -> HeaderBackpatch<N::Table> {
    let count = expected.count();
    let entries = match expected {
        Expected::Certainly(count) => count,
        Expected::Perhaps(count) if count < FEW => count,
        Expected::Perhaps(_) => FEW,
    };
    let width_log = table_width_log(count.saturating_mul(const { Sizes::<S, N>::USUAL_SIZE }) as u64);
    let (gap, table) = match gap(count, entries, width_log) {
        Some(gap) if entries > 0 => {
            let first = pos + gap - (entries << width_log);
            (gap, TableBackpatch { first, next: first, greatest: greatest_end(width_log), width_log })
        }
        // (The number of an empty sequence takes one byte.)
        _ => (1, TableBackpatch::NONE),
    };
    // SAFETY: the caller promises W1 for `pos`. `reserve` ensures capacity for the gap, and `put_zeros` initialises it.
    let elements = unsafe {
        writer.reserve(pos, expected, 1, gap);
        writer.put_zeros(pos, gap)
    };
    let (recorded, table) = (writer.recorded_elements(), MaybeTable::of(table));
    HeaderBackpatch { header: pos, elements, expected: count, recorded, table }
}

/// Returns the number of bytes before the first element, if `count` elements are expected, and that number of entries
/// is reserved; `None` if that is more than any buffer should hold.
#[inline]
fn gap(count: usize, entries: usize, width_log: u8) -> Option<usize> {
    let number = table_number(count, width_log)?;
    let size = entries.checked_mul(1 << width_log)?.checked_add(varint::len(number))?;
    (size <= isize::MAX as usize / 2).then_some(size)
}

/// Ends an element that ends at `pos`: writes its end into the table. Returns the new offset of its end.
///
/// # Safety
///
/// As for the function of [`WriteLayout`](crate::layout::WriteLayout) with this name.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end_element<N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: &mut HeaderBackpatch<N::Table>,
) -> usize {
    let elements = backpatch.elements;
    let Some(table) = backpatch.table.get() else { return pos };
    let end = pos.wrapping_sub(elements);
    if end <= table.greatest && table.next < elements && !writer.has_insertions(elements) {
        // SAFETY: by N2 an entry is reserved at `next`, because it is before the elements.
        table.next = unsafe { put_entry(writer, table.next, end, table.width_log) };
        return pos;
    }
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { end_element_slowly(writer, pos, backpatch) }
}

/// Ends elements of `size` bytes each, side by side in `range`: writes their ends into the table. If it has no entries
/// for them, or narrower ones, the table is given up, and written when the sequence ends.
///
/// # Safety
///
/// As for the function of [`WriteLayout`](crate::layout::WriteLayout) with this name.
pub(super) unsafe fn end_elements_alike<N: Native>(
    writer: &mut ValueWriter,
    range: Range<usize>,
    size: usize,
    backpatch: &mut HeaderBackpatch<N::Table>,
) {
    let elements = backpatch.elements;
    if range.is_empty() {
        return;
    }
    let Some(table) = backpatch.table.get() else { return };
    let count = range.len() / size;
    let has_entries = elements.checked_sub(table.next).is_some_and(|left| left >> table.width_log >= count);
    let is_wide = range.end - elements <= table.greatest;
    if !has_entries || !is_wide || writer.has_insertions(elements) {
        backpatch.table = MaybeTable::NONE;
        return;
    }
    let mut end = range.start - elements;
    for _ in 0..count {
        end += size;
        // SAFETY: by N2 there are entries from `next` up to the elements, and at least `count` of them.
        table.next = unsafe { put_entry(writer, table.next, end, table.width_log) };
    }
}

/// Ends an element whose end the table cannot hold as it is. The table is made wider or longer, or it is given up, and
/// written when the sequence ends.
///
/// # Safety
///
/// As for [`end_element`].
#[inline(never)]
unsafe fn end_element_slowly<T: MaybeTable>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: &mut HeaderBackpatch<T>,
) -> usize {
    let HeaderBackpatch { elements, expected, .. } = *backpatch;
    let Some(table) = backpatch.table.get() else { return pos };
    if writer.has_failed() || table.greatest == 0 {
        return pos;
    }
    let end = pos - elements;
    let width_log = if end > table.greatest {
        let filled = (table.next - table.first) >> table.width_log;
        table_width_log(expected_size(end, filled + 1, expected)).max(table_width_log(end as u64))
    } else {
        table.width_log
    };
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { replace_table(writer, pos, backpatch, width_log) }
}

/// Ends an element for which the table needs entries of another width, or more of them.
///
/// # Safety
///
/// As for [`end_element`]. Nothing has failed, and there is a table.
#[cold]
#[inline(never)]
unsafe fn replace_table<T: MaybeTable>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: &mut HeaderBackpatch<T>,
    width_log: u8,
) -> usize {
    let HeaderBackpatch { header, elements, expected, .. } = *backpatch;
    let Some(table) = backpatch.table.get() else { return pos };
    let entries = (elements - table.first) >> table.width_log;
    let filled = (table.next - table.first) >> table.width_log;
    let end = pos - elements;
    let entries = if filled < entries { entries } else { entries.saturating_mul(GROWTH).min(expected) };
    let gap = match gap(expected, entries, width_log) {
        Some(gap)
            if filled < entries
                && !writer.has_insertions(elements)
                && !(gap != elements - header && writer.postpones(pos, elements)) =>
        {
            gap
        }
        _ => {
            backpatch.table = T::NONE;
            return pos;
        }
    };
    let old = Entries { first: table.first, width_log: table.width_log };
    let new = Entries { first: header + gap - (entries << width_log), width_log };
    // SAFETY: the caller promises W1 for `pos`.
    let pos = unsafe { replace_entries(writer, pos, (header, elements), gap, (old, new, filled)) };
    // SAFETY: more than `filled` entries are reserved between `first` and the elements.
    let next = unsafe { put_entry(writer, new.first + (filled << width_log), end, width_log) };
    backpatch.elements = header + gap;
    backpatch.table = T::of(TableBackpatch { first: new.first, next, greatest: greatest_end(width_log), width_log });
    pos
}

/// Returns the size in bytes that `expected` elements will have if the first `count` take `end` bytes. It is rounded
/// down: to widen a table early costs less than to make it narrower at the end.
fn expected_size(end: usize, count: usize, expected: usize) -> u64 {
    let total = (end as u64).saturating_mul(expected as u64);
    let total = if count == 1 { total } else { total / count as u64 };
    total - total / 4
}

/// Writes the first `count` entries of a table; returns the offset after them. The ends are found by skipping over the
/// elements, which takes constant time for each.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). They end with at least `count` valid elements, which
/// begin at `elements` and contain no recorded insertions. From `first` up to there are at least `count` entries.
unsafe fn fill_table<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    (first, elements): (usize, usize),
    count: usize,
    width_log: u8,
) -> usize {
    let ends_size = count << width_log;
    // SAFETY: the caller promises W1 for `pos`.
    let (before, elements) = unsafe { writer.commit(pos) }.split_at_mut(elements);
    let start = Ptr::to(elements);
    let mut element = start;
    for entry in before[first..first + ends_size].chunks_exact_mut(1 << width_log) {
        // SAFETY: the caller promises as many elements as entries.
        let end = unsafe {
            element = skip_value::<S, N>(element);
            element.since(start)
        };
        entry.copy_from_slice(&(end as u64).to_le_bytes()[..1 << width_log]);
    }
    first + ends_size
}

/// Ends a sequence of `count` elements: writes its number and, unless that was done as the elements were written, the
/// table of ends. Returns the new end.
///
/// # Safety
///
/// `count` valid elements of shape `S` are stored from `backpatch.elements` to `pos`, except for recorded insertions.
#[inline]
pub(super) unsafe fn end<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    mut backpatch: HeaderBackpatch<N::Table>,
    count: usize,
) -> usize {
    let HeaderBackpatch { header, elements, .. } = backpatch;
    // (If there are as many entries as elements, no element was left out, and none has recorded insertions.)
    if let Some(table) = backpatch.table.get()
        && table.greatest > 0
        && table.next == elements
        && count.checked_mul(1 << table.width_log) == Some(table.next - table.first)
        && let Some(number) = table_number(count, table.width_log)
        && table.width_log == table_width_log((pos - elements) as u64)
        && varint::len(number) == table.first - header
    {
        // SAFETY: the number has as many bytes as are reserved before the table.
        unsafe { writer.put_varint(header, number) };
        return pos;
    }
    // SAFETY: the caller's promise is passed on unchanged.
    unsafe { write_table::<S, N>(writer, pos, backpatch, count) }
}

/// Writes the number and the whole table of ends before the elements; returns the new end.
///
/// # Safety
///
/// As for [`end`].
#[inline(never)]
unsafe fn write_table<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch<N::Table>,
    count: usize,
) -> usize {
    let HeaderBackpatch { header, elements, .. } = backpatch;
    let width_log = table_width_log(writer.final_size(elements, pos) as u64);
    // On a 32-bit machine either number may not fit a `usize`; the reader could not represent it either.
    let (number, ends_size) = (table_number(count, width_log), count.checked_mul(1 << width_log));
    let (Some(number), Some(ends_size)) = (number, ends_size) else {
        writer.fail(ErrorKind::Overflow, Place::outermost(header));
        return pos;
    };
    let gap = varint::len(number) + ends_size;
    if writer.has_insertions(elements) || (gap != elements - header && writer.postpones(pos, elements)) {
        // SAFETY: the caller's promise is passed on unchanged.
        return unsafe { postpone_table::<S, N>(writer, pos, backpatch, (count, number, width_log)) };
    }
    let new = Entries { first: header + varint::len(number), width_log };
    if let Some(old) = filled_entries::<N>(backpatch, count)
        && gap <= elements - header
        && new.first <= old.first
        && new.width_log <= old.width_log
    {
        // SAFETY: the caller promises that the elements end at `pos` (W1). The number is before the table.
        unsafe {
            let pos = replace_entries(writer, pos, (header, elements), gap, (old, new, count));
            writer.put_varint(header, number);
            return pos;
        }
    }
    // SAFETY: the caller promises that the elements end at `pos` (W1).
    let pos = unsafe { writer.resize(pos, (header, elements), gap) };
    // SAFETY: the number and the table are before the elements, which the caller promises.
    unsafe {
        let first = writer.put_varint(header, number);
        fill_table::<S, N>(writer, pos, (first, header + gap), count, width_log);
    }
    pos
}

/// Returns where the entries are, if the ends of all `count` elements were written as they ended.
fn filled_entries<N: Native>(mut backpatch: HeaderBackpatch<N::Table>, count: usize) -> Option<Entries> {
    let table = backpatch.table.get()?;
    let is_filled = table.greatest > 0 && table.next == table.first + (count << table.width_log);
    is_filled.then_some(Entries { first: table.first, width_log: table.width_log })
}

/// Does the same, but records the insertion if it would move the elements. Elements before the first one that contains
/// insertions are skipped to find their ends; the beginnings of the elements after it were recorded.
///
/// # Safety
///
/// As for [`end`].
#[cold]
#[inline(never)]
unsafe fn postpone_table<S: Shape, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    backpatch: HeaderBackpatch<N::Table>,
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
    for element in &recorded {
        ends.push(element.wrapping_sub(start));
    }
    if intact < count {
        ends.push(size);
    }
    // SAFETY: the caller promises that the elements end at `pos` (W1).
    unsafe { put_postponed(writer, pos, (backpatch.header, backpatch.elements), number, (&ends, width_log)) }
}

/// Records the insertion of a number and of a table of these ends before the elements. (One function for all types.)
///
/// # Safety
///
/// The header is reserved from `header`, the elements begin at `elements`, and end at `pos` (W1).
unsafe fn put_postponed(
    writer: &mut ValueWriter,
    pos: usize,
    (header, elements): (usize, usize),
    number: u64,
    (ends, width_log): (&[usize], u8),
) -> usize {
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
    unsafe { writer.replace_header(pos, (header, elements), len + ends.len() * width, put) }
}
