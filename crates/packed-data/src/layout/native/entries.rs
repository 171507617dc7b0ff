//! The entries of a table of ends that is being written: they are replaced by wider or narrower ones.

use crate::wire::end_table::EndTable;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

/// Returns the greatest end that fits an entry.
pub(super) fn greatest_end(width_log: u8) -> usize {
    usize::try_from(u64::MAX >> (64 - (8 << width_log))).unwrap_or(usize::MAX)
}

/// Writes an entry; returns the offset after it.
///
/// # Safety
///
/// There is capacity for an entry of this width at `at`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn put_entry(writer: &mut ValueWriter, at: usize, end: usize, width_log: u8) -> usize {
    let [a, b, c, d, e, f, g, h] = (end as u64).to_le_bytes();
    // SAFETY: the caller promises the capacity.
    unsafe {
        match width_log {
            0 => writer.put(at, [a]),
            1 => writer.put(at, [a, b]),
            2 => writer.put(at, [a, b, c, d]),
            _ => writer.put(at, [a, b, c, d, e, f, g, h]),
        }
    }
}

/// Where the entries of a table are, as it is written.
#[derive(Clone, Copy)]
pub(super) struct Entries {
    /// The offset of the first.
    pub(super) first: usize,
    /// The width of each in bytes, as a power of two.
    pub(super) width_log: u8,
}

impl Entries {
    /// Copies entry `index` to the same one of `to`, which must be wide enough for it.
    #[inline]
    fn copy_one(self, bytes: &mut [u8], index: usize, to: Self) {
        let table = EndTable { first: self.first, width_log: self.width_log, elements: 0 };
        let [a, b, c, d, e, f, g, h] = (table.entry(bytes, index).unwrap_or(0) as u64).to_le_bytes();
        let entry = bytes.get_mut(to.first + (index << to.width_log)..).unwrap_or_default();
        match to.width_log {
            0 => put_first(entry, [a]),
            1 => put_first(entry, [a, b]),
            2 => put_first(entry, [a, b, c, d]),
            _ => put_first(entry, [a, b, c, d, e, f, g, h]),
        }
    }
}

/// Overwrites the first bytes of a slice, if it is long enough.
#[inline]
fn put_first<const N: usize>(bytes: &mut [u8], first: [u8; N]) {
    if let Some(place) = bytes.first_chunk_mut() {
        *place = first;
    }
}

/// Changes the length of `header..elements`, in which there are `count` entries, to `gap`, and copies the entries to
/// others. If the bytes become more, the new entries are not narrower and not before the old ones, and are copied after
/// the elements have moved; otherwise the new ones are not wider and not after them. Returns the new `pos`.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn replace_entries(
    writer: &mut ValueWriter,
    pos: usize,
    (header, elements): (usize, usize),
    gap: usize,
    (old, new, count): (Entries, Entries, usize),
) -> usize {
    steps::count(count);
    // SAFETY: the caller promises W1 for `pos`, and `resize` returns the new one.
    unsafe {
        if gap > elements - header {
            let pos = writer.resize(pos, (header, elements), gap);
            let bytes = writer.commit(pos);
            (0..count).rev().for_each(|index| old.copy_one(bytes, index, new));
            return pos;
        }
        let bytes = writer.commit(pos);
        (0..count).for_each(|index| old.copy_one(bytes, index, new));
        writer.resize(pos, (header, elements), gap)
    }
}
