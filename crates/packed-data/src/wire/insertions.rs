//! Bytes that will be inserted into what was written: sizes, counts and tables that need more bytes than were reserved.
//!
//! An insertion moves all bytes after it. Where values nest, the innermost bytes would move once for each level. So
//! after a few moves the writer only records the insertions, and makes all of them in one pass at the end.
//!
//! There are then two kinds of offsets: *as written*, in the buffer as it is now; and *final*, which include the
//! lengths of all insertions before them.

use alloc::vec::Vec;
use core::cmp::Reverse;
use core::ops::Range;

use super::steps;

/// Insertions that are recorded but not yet made.
///
/// Invariant (D1): insertions recorded since a value began are at or after its offset; those recorded before are before
/// it. (They are recorded when a field or sequence ends, and are at its beginning.) So the insertions within a value
/// are the last ones of the list.
///
/// Invariant (D2): when an insertion is recorded, bytes follow the bytes that it replaces. (An empty sequence with a
/// table has no bytes yet: the next value would begin at the same offset, and the insertion would count as one within
/// that value.)
pub(super) struct Insertions {
    list: Vec<Insertion>,
    /// The bytes of all insertions, one after the other.
    bytes: Vec<u8>,
    /// One more than the offset of the last insertion of the list; 0 if the list is empty. (Measured: computing it from
    /// the list each time, packing in `Indexed` takes 3 % more instructions.)
    latest: usize,
    /// The number of bytes that all insertions add to the buffer; a negative number wraps around.
    growth: usize,
    /// Final offsets at which elements begin, recorded after the first insertion within their sequence, for all open
    /// sequences with a table of ends; the innermost sequence is last.
    elements: Vec<usize>,
}

/// Bytes that will replace other bytes.
struct Insertion {
    /// The range of the bytes that are replaced, as written.
    replaced: Range<usize>,
    /// The bytes that replace them, as a range of [`Insertions::bytes`].
    bytes: Range<usize>,
    /// [`Insertions::growth`] before this one was recorded.
    growth_before: usize,
}

/// The recorded insertions before a value that may be discarded.
pub(super) struct Checkpoint {
    list: usize,
    bytes: usize,
    latest: usize,
    growth: usize,
    elements: usize,
}

impl Insertions {
    /// Returns an empty list.
    pub(super) const fn new() -> Self {
        Self { list: Vec::new(), latest: 0, bytes: Vec::new(), growth: 0, elements: Vec::new() }
    }

    /// Returns whether there are insertions at `offset`, as written, or after it.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) fn reach(&self, offset: usize) -> bool {
        self.latest > offset
    }

    /// Returns the number of bytes that the insertions at `offset`, as written, or after it will add; wraps around.
    pub(super) fn growth_after(&self, offset: usize) -> usize {
        if !self.reach(offset) {
            return 0;
        }
        // (By D1 the insertions at or after `offset` are the last of the list.)
        let first = self.list.partition_point(|insertion| insertion.replaced.start < offset);
        self.list.get(first).map_or(0, |insertion| self.growth.wrapping_sub(insertion.growth_before))
    }

    /// Returns the final offset of the end of what was written.
    pub(super) fn end(&self, pos: usize) -> usize {
        pos.wrapping_add(self.growth)
    }

    /// Records that `bytes` will replace the range, after which more bytes are already written (D2).
    pub(super) fn record(&mut self, replaced: Range<usize>, bytes: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
        let bytes = start..self.bytes.len();
        let growth_before = self.growth;
        self.growth = growth_before.wrapping_add(bytes.len()).wrapping_sub(replaced.len());
        steps::count_bytes(bytes.len());
        self.latest = replaced.start + 1;
        self.list.push(Insertion { replaced, bytes, growth_before });
    }

    /// Returns the state to which [`restore`](Self::restore) can return.
    pub(super) fn checkpoint(&self) -> Checkpoint {
        Checkpoint {
            list: self.list.len(),
            bytes: self.bytes.len(),
            latest: self.latest,
            growth: self.growth,
            elements: self.elements.len(),
        }
    }

    /// Forgets the insertions that were recorded since the checkpoint and are not made yet. (Those before it are still
    /// there: a value makes only the insertions within it, which by D1 were recorded since it began.)
    pub(super) fn restore(&mut self, before: Checkpoint) {
        self.list.truncate(before.list);
        self.bytes.truncate(before.bytes);
        self.latest = before.latest;
        self.growth = before.growth;
        self.elements.truncate(before.elements);
    }

    /// Returns how many beginnings of elements are recorded.
    pub(super) fn recorded_elements(&self) -> usize {
        self.elements.len()
    }

    /// Records that an element begins at a final offset.
    pub(super) fn record_element(&mut self, offset: usize) {
        self.elements.push(offset);
    }

    /// Removes and returns the beginnings of elements from index `before` on.
    pub(super) fn take_elements(&mut self, before: usize) -> Vec<usize> {
        self.elements.split_off(before)
    }

    /// Applies to `out` all insertions from offset `from`, as written, on. Updates the ascending `offsets`, none of
    /// which is before `from`, to the new positions of their bytes.
    pub(super) fn apply(&mut self, out: &mut Vec<u8>, from: usize, offsets: &mut [usize]) {
        let first = self.list.partition_point(|insertion| insertion.replaced.start < from);
        let Some(growth_before) = self.list.get(first).map(|insertion| insertion.growth_before) else { return };
        let mut list: Vec<(usize, Insertion)> = self.list.drain(first..).enumerate().collect();
        // (If two are at one offset, the one of the outer value, which ended later, comes first.)
        list.sort_unstable_by_key(|(index, insertion)| (insertion.replaced.start, Reverse(*index)));
        let mut offsets = offsets.iter_mut().peekable();
        let mut made = Vec::with_capacity(out.len() - from + self.bytes.len());
        let mut done = from;
        for (_, Insertion { replaced, bytes, .. }) in &list {
            while let Some(offset) = offsets.next_if(|offset| **offset <= replaced.start) {
                *offset = from + made.len() + (*offset - done);
            }
            made.extend_from_slice(&out[done..replaced.start]);
            made.extend_from_slice(&self.bytes[bytes.clone()]);
            done = replaced.end;
        }
        for offset in offsets {
            *offset = from + made.len() + (*offset - done);
        }
        made.extend_from_slice(&out[done..]);
        steps::count_bytes(made.len());
        out.truncate(from);
        out.extend_from_slice(&made);
        // (The remaining insertions were recorded before these, and so were their bytes.)
        let kept = list.iter().map(|(_, insertion)| insertion.bytes.start).min().unwrap_or(0);
        self.bytes.truncate(kept);
        self.growth = growth_before;
        self.latest = self.list.last().map_or(0, |insertion| insertion.replaced.start + 1);
    }
}

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// The insertions that are still to be made, in the order of recording: the range that is replaced, and the new
    /// bytes.
    type Recorded = Vec<(Range<usize>, Vec<u8>)>;

    /// Random nested values, and where they begin.
    struct Values {
        seed: u64,
        out: Vec<u8>,
        insertions: Insertions,
        recorded: Recorded,
    }

    impl Values {
        fn below(&mut self, end: usize) -> usize {
            self.seed = self.seed.wrapping_mul(6_364_136_223_846_793_005).wrapping_add(1_442_695_040_888_963_407);
            (self.seed >> 33) as usize % end
        }

        fn bytes(&mut self, count: usize) -> Vec<u8> {
            (0..count).map(|_| self.below(256) as u8).collect()
        }

        fn push(&mut self, count: usize) {
            let bytes = self.bytes(count);
            self.out.extend(bytes);
        }

        /// Returns the number of bytes that the insertions at offsets with `is_meant` will add.
        fn growth(&self, is_meant: impl Fn(usize) -> bool) -> isize {
            let meant = self.recorded.iter().filter(|(replaced, _)| is_meant(replaced.start));
            meant.map(|(replaced, bytes)| bytes.len() as isize - replaced.len() as isize).sum()
        }

        /// Returns what was written, with the insertions from `from` on made one after the other in the order of
        /// recording, and the new offsets.
        fn one_by_one(&self, from: usize, offsets: &[usize]) -> (Vec<u8>, Vec<usize>) {
            let (mut out, mut made) = (self.out.clone(), Self { recorded: vec![], ..Self::new(0) });
            for (replaced, bytes) in self.recorded.iter().filter(|(replaced, _)| replaced.start >= from) {
                let at = replaced.start.checked_add_signed(made.growth(|start| start < replaced.start)).unwrap();
                out.splice(at..at + replaced.len(), bytes.iter().copied());
                made.recorded.push((replaced.clone(), bytes.clone()));
            }
            let moved = |offset: &usize| offset.checked_add_signed(made.growth(|start| start < *offset)).unwrap();
            (out, offsets.iter().map(moved).collect())
        }

        fn apply(&mut self, from: usize, offsets: &[usize]) {
            let expected = self.one_by_one(from, offsets);
            let mut offsets = offsets.to_vec();
            self.insertions.apply(&mut self.out, from, &mut offsets);
            assert_eq!((&self.out, offsets), (&expected.0, expected.1));
            self.recorded.retain(|(replaced, _)| replaced.start < from);
            self.agree(from);
        }

        fn agree(&self, from: usize) {
            assert_eq!(self.insertions.reach(from), self.recorded.iter().any(|(replaced, _)| replaced.start >= from));
            assert_eq!(self.insertions.growth_after(from) as isize, self.growth(|start| start >= from));
            let end = self.out.len();
            assert_eq!(Some(self.insertions.end(end)), end.checked_add_signed(self.growth(|_| true)));
        }

        /// Writes a value that begins with up to two reserved bytes, which an insertion may replace when the value
        /// ends.
        fn write(&mut self, levels: usize) {
            let start = self.out.len();
            let reserved = self.below(3);
            self.push(reserved);
            let first = self.out.len();
            let mut elements = vec![];
            for _ in 0..self.below(4) {
                elements.push(self.out.len());
                match levels.checked_sub(1) {
                    Some(levels) if self.below(4) > 0 => self.write(levels),
                    _ => {
                        let count = 1 + self.below(3);
                        self.push(count);
                    }
                }
            }
            self.agree(first);
            if self.below(4) == 0 {
                self.apply(first, &elements);
            }
            // (Invariant D2.)
            if self.out.len() == first {
                self.push(1);
            } else if self.below(3) > 0 {
                let count = self.below(5);
                let bytes = self.bytes(count);
                self.insertions.record(start..first, &bytes);
                self.recorded.push((start..first, bytes));
                self.agree(start);
            }
        }

        fn new(seed: u64) -> Self {
            Self { seed, out: vec![], insertions: Insertions::new(), recorded: vec![] }
        }
    }

    #[test]
    fn insertions_are_made_as_one_after_the_other() {
        let mut most = 0;
        for seed in 0..if cfg!(miri) { 20 } else { 1000 } {
            let mut values = Values::new(seed);
            let before = values.below(4);
            values.push(before);
            values.write(6);
            most = most.max(values.recorded.len());
            values.apply(before, &[]);
            assert!(values.recorded.is_empty() && values.insertions.bytes.is_empty());
        }
        assert!(most > 20, "at most {most} insertions at once");
    }
}
