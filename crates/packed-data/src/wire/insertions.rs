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

use super::steps;

/// Insertions that are still to be made.
///
/// Invariant (D1): those noted since a value began are at or after its offset, those noted before are before it. (They are
/// noted when a field or sequence ends, and are at its beginning.) So those within a value are the last of the list.
///
/// Invariant (D2): when one is noted, bytes follow what it replaces. (An empty sequence with a table takes no byte yet: the
/// value after it would begin at the same offset, and the insertion would count as one within that value.)
pub(super) struct Insertions {
    list: Vec<Insertion>,
    /// The bytes of all insertions, one after the other.
    bytes: Vec<u8>,
    /// The offset of the last of the list and one more; 0 if it is empty. (Measured: taken from the list each time, packing in
    /// `Indexed` takes 3 % more instructions.)
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
        // (By D1 they are the last of the list.)
        let first = self.list.partition_point(|insertion| insertion.replaced.start < offset);
        self.list.get(first).map_or(0, |insertion| self.growth.wrapping_sub(insertion.growth_before))
    }

    /// The final offset of the end of what was written.
    pub(super) fn end(&self, pos: usize) -> usize {
        pos.wrapping_add(self.growth)
    }

    /// Notes that `bytes` are to be put in the place of others, after which more bytes are written already (D2).
    pub(super) fn note(&mut self, replaced: Range<usize>, bytes: &[u8]) {
        let start = self.bytes.len();
        self.bytes.extend_from_slice(bytes);
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

#[cfg(test)]
mod tests {
    use alloc::vec;

    use super::*;

    /// The insertions that are still to be made, as they were noted: what is replaced, and by what.
    type Noted = Vec<(Range<usize>, Vec<u8>)>;

    /// Nested values, and where they begin, written at random.
    struct Values {
        seed: u64,
        out: Vec<u8>,
        insertions: Insertions,
        noted: Noted,
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

        /// By how many bytes those noted at offsets that `is_meant` make what was written longer.
        fn growth(&self, is_meant: impl Fn(usize) -> bool) -> isize {
            let meant = self.noted.iter().filter(|(replaced, _)| is_meant(replaced.start));
            meant.map(|(replaced, bytes)| bytes.len() as isize - replaced.len() as isize).sum()
        }

        /// What was written, with the insertions from `from` on made one after the other, in the order in which they were
        /// noted; and where the offsets are then.
        fn one_by_one(&self, from: usize, also: &[usize]) -> (Vec<u8>, Vec<usize>) {
            let (mut out, mut made) = (self.out.clone(), Self { noted: vec![], ..Self::new(0) });
            for (replaced, bytes) in self.noted.iter().filter(|(replaced, _)| replaced.start >= from) {
                let at = replaced.start.checked_add_signed(made.growth(|start| start < replaced.start)).unwrap();
                out.splice(at..at + replaced.len(), bytes.iter().copied());
                made.noted.push((replaced.clone(), bytes.clone()));
            }
            let moved = |offset: &usize| offset.checked_add_signed(made.growth(|start| start < *offset)).unwrap();
            (out, also.iter().map(moved).collect())
        }

        fn apply(&mut self, from: usize, also: &[usize]) {
            let expected = self.one_by_one(from, also);
            let mut also = also.to_vec();
            self.insertions.apply(&mut self.out, from, &mut also);
            assert_eq!((&self.out, also), (&expected.0, expected.1));
            self.noted.retain(|(replaced, _)| replaced.start < from);
            self.agree(from);
        }

        fn agree(&self, from: usize) {
            assert_eq!(self.insertions.reach(from), self.noted.iter().any(|(replaced, _)| replaced.start >= from));
            assert_eq!(self.insertions.growth_after(from) as isize, self.growth(|start| start >= from));
            let end = self.out.len();
            assert_eq!(Some(self.insertions.end(end)), end.checked_add_signed(self.growth(|_| true)));
        }

        /// A value that begins with some bytes, perhaps none, in whose place others may be put when it ends.
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
                self.insertions.note(start..first, &bytes);
                self.noted.push((start..first, bytes));
                self.agree(start);
            }
        }

        fn new(seed: u64) -> Self {
            Self { seed, out: vec![], insertions: Insertions::new(), noted: vec![] }
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
            most = most.max(values.noted.len());
            values.apply(before, &[]);
            assert!(values.noted.is_empty() && values.insertions.bytes.is_empty());
        }
        assert!(most > 20, "at most {most} insertions at once");
    }
}
