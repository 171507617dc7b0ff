//! Conversion of sets and maps that may have to be sorted; nested maps are ordered first.
//!
//! The elements are written in the order in which they are read, and then sorted ([`convert_sequence`]). Where maps
//! nest in the values of maps, the innermost bytes would move once for each level. So after a few levels, the entries
//! are ordered *before* they are written, and each is written once:
//!
//! - the entries of a map are found without a walk over their values. For that, one walk over the outermost of these
//!   maps records where its large elements, and all in these, end;
//! - for a layout that sorts by value, sort keys are made from the keys ([`SortKeyBuf`]); for a layout that sorts by
//!   the bytes of keys, the keys are converted, one after the other, and taken out of the buffer again.
//!
//! Converted keys that may contain keys themselves are then copied instead of converted again: each level of keys, of
//! which there are at most eight, would double the work.

use alloc::vec::Vec;
use core::ops::Range;

use super::convert::{Converted, Pair, convert_sequence, convert_value, may_convert_keys_first};
use super::sort_key::{self, SortKeyBuf};
use crate::build::{charge_element, end_elements, enter_elements, record_element};
use crate::layout::{Layout, Position, Remaining};
use crate::shape::charge::level_stack_of;
use crate::shape::check::large_elements;
use crate::shape::{Bounce, Keyed, Shape, ShapeOf, SortedSequence, is_level, skip_element, skip_value};
use crate::wire::budget::Budget;
use crate::wire::checker::LargeElement;
use crate::wire::error::ErrorKind;
use crate::wire::failure::Place;
use crate::wire::open_maps::{ConvertedKey, Found, Within};
use crate::wire::steps;
use crate::wire::value_writer::{Expected, ValueWriter};

/// Converts a set or map, as one bounce.
///
/// # Safety
///
/// A valid set or map of elements `T`, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are
/// initialised (W1).
#[inline]
pub(super) unsafe fn convert_sorted<T: Keyed, L: Layout, M: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Converted<L, M> {
    // (Sets nest only in keys, of which there are few levels. Where floats become other floats, only the keys that were
    // written have the order of the new map.)
    if const { !Pair::<L, M>::SORTS || T::IS_KEY || <ShapeOf<T> as Shape>::IS_SHALLOW || M::FORMAT.changes_floats() } {
        // SAFETY: the caller's promise is passed on unchanged.
        return unsafe { convert_sequence::<SortedSequence<T>, L, M>(from, writer, to, budget) };
    }
    let maps = writer.open_maps();
    if maps.sorts_afterwards() {
        // SAFETY: the caller's promise is passed on unchanged.
        return unsafe { convert_and_sort::<T, L, M>(from, writer, to, budget) };
    }
    let is_outermost = maps.within.is_none();
    if is_outermost {
        // SAFETY: the caller promises the map.
        unsafe { find_large_elements::<T, L>(from, writer, to, budget)? };
    }
    // SAFETY: the caller's promise is passed on unchanged. The large elements of this map, or of one that contains it,
    // were found.
    let converted = unsafe { convert_in_order::<T, L, M>(from, writer, to, budget) };
    if is_outermost {
        writer.open_maps().within = None;
    }
    converted
}

/// Converts a map, as one bounce; its entries are sorted after they are written. (Out of line, like all that takes much
/// stack: what is in the frame of `convert_sorted` is on the stack for each level.)
///
/// # Safety
///
/// A valid map of entries `T`, in layout `L`, is stored at `from`. All bytes of the buffer before `to` are initialised
/// (W1).
#[inline(never)]
unsafe fn convert_and_sort<T: Keyed, L: Layout, M: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Converted<L, M> {
    writer.open_maps().sorted_afterwards += 1;
    // SAFETY: the caller's promise is passed on unchanged.
    let converted = unsafe { convert_sequence::<SortedSequence<T>, L, M>(from, writer, to, budget) };
    writer.open_maps().sorted_afterwards -= 1;
    converted
}

/// An entry of a map that is converted.
struct Entry<P> {
    pos: P,
    /// The size of its key in the source, if the keys were converted.
    key_size: usize,
    /// The range of the bytes by which it is sorted.
    key: Range<usize>,
}

/// Records the large elements of the map at `from`. `None` if the writer has failed.
///
/// # Safety
///
/// A valid map of entries `T`, in layout `L`, is stored at `from`.
#[inline(never)]
unsafe fn find_large_elements<T: Keyed, L: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Option<()> {
    // SAFETY: the caller promises the map, and so its end.
    let bytes = unsafe { from.bytes_to(skip_value::<SortedSequence<T>, L>(from)) };
    let start = bytes.as_ptr().addr();
    match large_elements::<SortedSequence<T>, L>(bytes, budget.stack() as usize, writer.stack_limit()) {
        Ok(large) => {
            steps::count(large.len());
            // (Z1: the walk has found these elements at these offsets.)
            let found = large.into_iter().map(|LargeElement { of, bytes }| Found {
                address: start + bytes.start,
                of: start + of,
                size: bytes.len(),
            });
            writer.open_maps().within = Some(Within::new(found.collect()));
            Some(())
        }
        Err(kind) => {
            writer.fail_walked(kind, Place::outermost(to));
            None
        }
    }
}

/// Converts a map, as one bounce; its entries are ordered before they are written.
///
/// # Safety
///
/// A valid map of entries `T`, in layout `L`, is stored at `from`, and the writer has the large elements of this map or
/// one that contains it. All bytes of the buffer before `to` are initialised (W1).
#[inline(never)]
unsafe fn convert_in_order<T: Keyed, L: Layout, M: Layout>(
    from: L::Pos,
    writer: &mut ValueWriter,
    to: usize,
    budget: Budget,
) -> Converted<L, M> {
    let budget = enter_elements::<SortedSequence<T>>(writer, budget, to)?;
    // SAFETY: the caller promises the map and its large elements, and W1 for `to`; each of these functions returns an
    // offset for which it holds.
    unsafe {
        let (mut entries, end) = entries::<T, L>(from, writer);
        let mut backpatch = M::begin_sequence::<SortedSequence<T>>(writer, to, Expected::Perhaps(entries.len()));
        let mut to = backpatch.elements();
        let keys = if const { M::FORMAT.sorts_by_bytes } {
            order_by_bytes::<T, L, M>(&mut entries, writer, to, budget)?
        } else {
            order_by_value::<T, L>(&mut entries);
            Vec::new()
        };
        for entry in &entries {
            let start = M::begin_element::<SortedSequence<T>>(writer, to);
            record_element::<SortedSequence<T>, M>(writer, start, &backpatch);
            if const { may_convert_keys_first::<T::Key, L, M>() } {
                put_key(entry, &keys, writer);
            }
            (_, to) = convert_value::<ShapeOf<T>, L, M>(entry.pos, writer, start, budget)?;
            charge_element::<SortedSequence<T>, M>(writer, start, to);
            if writer.has_failed() {
                return None;
            }
            to = M::end_element::<SortedSequence<T>>(writer, to, &mut backpatch);
        }
        Some(Bounce::End((end, end_elements::<SortedSequence<T>, M>(writer, to, backpatch, entries.len(), None))))
    }
}

/// Leaves the converted key of an entry for its conversion.
#[inline(never)]
fn put_key<P>(entry: &Entry<P>, keys: &[u8], writer: &mut ValueWriter) {
    let bytes = &keys[entry.key.clone()];
    steps::count_bytes(bytes.len());
    if let Some(within) = &mut writer.open_maps().within {
        within.key = Some(ConvertedKey { bytes: bytes.to_vec(), source_size: entry.key_size });
    }
}

/// Returns the entries of a map as they are stored, and the end of the map.
///
/// # Safety
///
/// A valid map of entries `T`, in layout `L`, is stored at `from`, and the writer has the large elements of this map or
/// one that contains it.
#[inline(never)]
unsafe fn entries<T: Keyed, L: Layout>(from: L::Pos, writer: &mut ValueWriter) -> (Vec<Entry<L::Pos>>, L::Pos) {
    let within = writer.open_maps().within.as_ref();
    let mut entries = Vec::new();
    // SAFETY: the caller promises the map, and so its header and each entry that the layout returns. By Z1 an entry of
    // this map that begins at this address has that size.
    unsafe {
        let (mut remaining, mut pos) = L::RemainingElements::first(L::sequence_header::<ShapeOf<T>>(from));
        while let Some(entry) = remaining.next(pos) {
            steps::count(1);
            entries.push(Entry { pos: entry, key_size: 0, key: 0..0 });
            let address = entry.address();
            pos = match within.and_then(|within| within.size_at(from.address(), address)) {
                Some(size) => entry.advance(size),
                None => skip_element::<ShapeOf<T>, L>(&remaining, entry),
            };
        }
        (entries, remaining.after(pos))
    }
}

/// Puts entries in the order of their keys, by value.
///
/// # Safety
///
/// Valid entries are stored at these positions.
#[inline(never)]
unsafe fn order_by_value<T: Keyed, L: Layout>(entries: &mut [Entry<L::Pos>]) {
    let mut keys = SortKeyBuf::new();
    for entry in &mut *entries {
        let start = keys.as_bytes().len();
        // SAFETY: the caller promises the entry, and so its key.
        unsafe { sort_key::push::<T::Key, L>(T::key::<L>(entry.pos), &mut keys) };
        entry.key = start..keys.as_bytes().len();
    }
    sort(entries, keys.as_bytes());
}

/// Puts entries in the order of the bytes of their keys in layout `M`, and returns these bytes. `None` if the writer
/// has failed. The keys are written from `to` on, and discarded.
///
/// # Safety
///
/// Valid entries are stored at these positions. All bytes of the buffer before `to` are initialised (W1).
#[inline(never)]
unsafe fn order_by_bytes<T: Keyed, L: Layout, M: Layout>(
    entries: &mut [Entry<L::Pos>],
    writer: &mut ValueWriter,
    to: usize,
    mut budget: Budget,
) -> Option<Vec<u8>> {
    if const { is_level::<T::Key>() } {
        budget = writer.deeper(budget, const { level_stack_of::<T::Key>() }, Place::outermost(to))?;
    }
    if const { !T::Key::FLAT } {
        budget = writer.enter_key(budget, Place::outermost(to))?;
    }
    let (before, mut end) = (writer.checkpoint(), to);
    for entry in &mut *entries {
        let start = end;
        // SAFETY: the caller promises the entry, and so its key, and W1 for the first `start`; each of these functions
        // returns an offset for which it holds.
        unsafe {
            let key = T::key::<L>(entry.pos);
            let (key_end, written) = convert_value::<T::Key, L, M>(key, writer, start, budget)?;
            // (After a failure, insertions may be recorded beyond what is written.)
            if writer.has_failed() {
                return None;
            }
            end =
                if writer.has_insertions(start) { writer.make_insertions(start, written, usize::MAX) } else { written };
            entry.key_size = key.bytes_to(key_end).len();
        }
        entry.key = start - to..end - to;
    }
    // SAFETY: the keys were written up to `end` (W1).
    let keys = unsafe { writer.commit(end) }[to..].to_vec();
    steps::count_bytes(keys.len());
    writer.restore(before);
    sort(entries, &keys);
    // (Keys that differed when they were checked are equal here if a default has become another one since.)
    if entries.windows(2).any(|pair| keys[pair[0].key.clone()] == keys[pair[1].key.clone()]) {
        writer.fail(ErrorKind::DuplicateKey, Place::outermost(to));
        return None;
    }
    Some(keys)
}

/// Sorts entries by these bytes, unless they are in order.
#[inline(never)]
fn sort<P>(entries: &mut [Entry<P>], keys: &[u8]) {
    let compare = |a: &Entry<P>, b: &Entry<P>| steps::compare(&keys[a.key.clone()], &keys[b.key.clone()]);
    if !entries.is_sorted_by(|a, b| compare(a, b).is_le()) {
        entries.sort_unstable_by(compare);
    }
}
