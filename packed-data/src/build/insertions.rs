//! Bytes that are to be inserted into what was written: sizes, counts and tables that took more than was reserved.
//!
//! Inserting moves everything after it. Where values nest, the innermost bytes would move once for each level; so past a
//! few moves the writer only notes what is to be inserted, and inserts all of it in one pass at the end.
//!
//! Offsets come in two kinds then: *as written*, in the buffer as it is now; and *final*, with all insertions before them
//! counted.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use crate::steps;

/// Insertions that are still to be made.
///
/// Invariant (I1): those noted since a value began are at or after its offset, those noted before are before it. (They are
/// noted when a field or sequence ends, and are at its beginning.) So those within a value are the last of the list.
pub(super) struct Insertions {
    list: Vec<Insertion>,
    /// The bytes of all insertions, one after the other.
    bytes: Vec<u8>,
    /// The offset of the latest and one more; 0 if there are none.
    latest: usize,
    /// By how many bytes all of them make the buffer longer; a negative number wraps around.
    growth: usize,
    /// Final offsets at which elements begin, after the first insertion within their sequence; for all open sequences
    /// with a table of ends, the innermost last.
    elements: Vec<usize>,
}

/// Bytes to be put in the place of others.
struct Insertion {
    /// The bytes that are replaced, as written.
    replaced: Range<usize>,
    /// What replaces them: a range of [`Insertions::bytes`].
    bytes: Range<usize>,
    /// [`Insertions::growth`] without this one.
    growth_before: usize,
}

impl Insertions {
    /// None.
    pub(super) const fn new() -> Self {
        Self { list: Vec::new(), latest: 0, bytes: Vec::new(), growth: 0, elements: Vec::new() }
    }

    /// Whether there are any at `offset`, as written, or after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn reach(&self, offset: usize) -> bool {
        self.latest > offset
    }

    /// By how many bytes those at `offset`, as written, or after it make what was written longer; wraps around.
    pub(super) fn growth_after(&self, offset: usize) -> usize {
        if !self.reach(offset) {
            return 0;
        }
        // (By I1 they are the last of the list.)
        let first = self.list.partition_point(|insertion| insertion.replaced.start < offset);
        self.list.get(first).map_or(0, |insertion| self.growth.wrapping_sub(insertion.growth_before))
    }

    /// The final offset of the end of what was written.
    pub(super) fn end(&self, pos: usize) -> usize {
        pos.wrapping_add(self.growth)
    }

    /// Notes that `bytes` are to be put in the place of others.
    pub(super) fn note(&mut self, replaced: Range<usize>, bytes: impl FnOnce(&mut Vec<u8>)) {
        let start = self.bytes.len();
        bytes(&mut self.bytes);
        let bytes = start..self.bytes.len();
        let growth_before = self.growth;
        self.growth = growth_before.wrapping_add(bytes.len()).wrapping_sub(replaced.len());
        steps::count_bytes(bytes.len());
        self.latest = replaced.start + 1;
        self.list.push(Insertion { replaced, bytes, growth_before });
    }

    /// How many beginnings of elements are noted.
    pub(super) fn elements_noted(&self) -> usize {
        self.elements.len()
    }

    /// Notes that an element begins at a final offset.
    pub(super) fn note_element(&mut self, offset: usize) {
        self.elements.push(offset);
    }

    /// Takes away the beginnings of elements that were noted when there were `before`.
    pub(super) fn take_elements(&mut self, before: usize) -> Vec<usize> {
        self.elements.split_off(before)
    }

    /// Makes the insertions at `from`, as written, or after it, in what was written to `out`. The offsets in `also`, which
    /// ascend and are at `from` or after it, become those after the insertions.
    pub(super) fn apply(&mut self, out: &mut Vec<u8>, from: usize, also: &mut [usize]) {
        let first = self.list.partition_point(|insertion| insertion.replaced.start < from);
        let Some(growth_before) = self.list.get(first).map(|insertion| insertion.growth_before) else { return };
        let mut list: Vec<(usize, Insertion)> = self.list.drain(first..).enumerate().collect();
        // (Where two are at one offset, that of the outer value, which ended later, comes first.)
        list.sort_unstable_by_key(|(index, insertion)| (insertion.replaced.start, Reverse(*index)));
        let mut also = also.iter_mut().peekable();
        let mut made = Vec::with_capacity(out.len() - from + self.bytes.len());
        let mut done = from;
        for (_, Insertion { replaced, bytes, .. }) in &list {
            while let Some(offset) = also.next_if(|offset| **offset <= replaced.start) {
                *offset = from + made.len() + (*offset - done);
            }
            made.extend_from_slice(&out[done..replaced.start]);
            made.extend_from_slice(&self.bytes[bytes.clone()]);
            done = replaced.end;
        }
        for offset in also {
            *offset = from + made.len() + (*offset - done);
        }
        made.extend_from_slice(&out[done..]);
        steps::count_bytes(made.len());
        out.truncate(from);
        out.extend_from_slice(&made);
        // (Those that are left are in front, and so are their bytes.)
        let kept = list.iter().map(|(_, insertion)| insertion.bytes.start).min().unwrap_or(0);
        self.bytes.truncate(kept);
        self.growth = growth_before;
        self.latest = self.list.last().map_or(0, |insertion| insertion.replaced.start + 1);
    }
}
