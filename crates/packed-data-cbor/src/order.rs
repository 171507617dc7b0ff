//! Sorts the entries of maps, however maps nest.
//!
//! Entries are not moved when their map ends: the order is recorded, and one pass at the end moves everything. So an
//! entry that is nested deep is not moved once for each level. Keys that contain maps are compared in the order that
//! was recorded for those maps.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::steps;

/// A range of the bytes as they were written, and the index of the first map that begins in it or after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) map: usize,
}

/// A map whose entries must be sorted, or that contains one.
#[derive(Clone, Debug)]
struct WrittenMap {
    /// The offsets at which its entries begin and end, as they were written.
    start: usize,
    end: usize,
    /// Its entries in sorted order: a range of `Order::spans`. Empty if they were written in that order.
    spans: Range<usize>,
    /// The index of the first map that begins after the end of this map. For a map that was written in sorted order:
    /// the index of the first map in it that must be sorted.
    next: usize,
}

/// The maps to sort, by the offsets of their first entries.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    maps: Vec<WrittenMap>,
    spans: Vec<Span>,
}

impl Order {
    /// Returns the index that the next map will have.
    pub(crate) fn len(&self) -> usize {
        self.maps.len()
    }

    /// Records a map whose first entry begins at `start`, and returns its index.
    pub(crate) fn begin(&mut self, start: usize) -> usize {
        self.maps.push(WrittenMap { start, end: start, spans: 0..0, next: 0 });
        self.maps.len() - 1
    }

    /// Records that a map was written in sorted order.
    pub(crate) fn leave(&mut self, index: usize) {
        let first_to_sort = self.first_to_sort(index + 1);
        match (first_to_sort, self.maps.get_mut(index)) {
            (Some(first), Some(map)) => map.next = first,
            _ => self.maps.truncate(index),
        }
    }

    /// Returns the index of the first map to sort from an index on: of that map, or of the first in it.
    ///
    /// A map in sorted order is kept only if it contains a map that must be sorted, and stores its index. A walk over a
    /// chain of such maps would cost its length in every comparison.
    fn first_to_sort(&self, index: usize) -> Option<usize> {
        let map = self.maps.get(index)?;
        Some(if map.spans.is_empty() { map.next } else { index })
    }

    /// Records the end of a map, and its entries in sorted order.
    pub(crate) fn permute(&mut self, index: usize, end: usize, entries: impl Iterator<Item = Span>) {
        let first = self.spans.len();
        self.spans.extend(entries);
        let next = self.maps.len();
        if let Some(map) = self.maps.get_mut(index) {
            *map = WrittenMap { start: map.start, end, spans: first..self.spans.len(), next };
        }
    }

    /// Compares the bytes of two spans as they will be after sorting.
    pub(crate) fn compare(&self, written: &[u8], a: Span, b: Span) -> Ordering {
        match (self.as_written(written, a), self.as_written(written, b)) {
            (Some(a), Some(b)) => compare_bytes(a, b),
            _ => compare_pieces(self.pieces(written, a), self.pieces(written, b)),
        }
    }

    /// Returns the bytes of a span if no map begins in it that must be sorted.
    fn as_written<'w>(&self, written: &'w [u8], span: Span) -> Option<&'w [u8]> {
        match self.maps.get(span.map) {
            Some(map) if map.start < span.end => None,
            _ => written.get(span.start..span.end),
        }
    }

    /// Returns the bytes of a span after sorting, piece by piece.
    fn pieces<'o>(&'o self, written: &'o [u8], span: Span) -> Pieces<'o> {
        let mut pending = Vec::with_capacity(4);
        pending.push(Pending::Span(span));
        Pieces { order: self, written, pending }
    }

    /// Returns all bytes with every map sorted.
    pub(crate) fn arrange(&self, written: Vec<u8>) -> Vec<u8> {
        if self.spans.is_empty() {
            return written;
        }
        let mut arranged = Vec::with_capacity(written.len());
        for piece in self.pieces(&written, Span { start: 0, end: written.len(), map: 0 }) {
            steps::count_bytes(piece.len());
            arranged.extend_from_slice(piece);
        }
        arranged
    }
}

/// The pieces of a span in sorted order; none is empty.
struct Pieces<'o> {
    order: &'o Order,
    written: &'o [u8],
    /// The spans and entries that are still to be returned; the next one is the last.
    pending: Vec<Pending>,
}

enum Pending {
    Span(Span),
    /// Entries of a map: indices of `Order::spans`.
    Entries(Range<usize>),
}

impl<'o> Pieces<'o> {
    /// Returns the bytes of a span up to the next map to sort; the entries of that map, and the rest, become pending.
    fn advance(&mut self, mut span: Span) -> &'o [u8] {
        let first = self.order.first_to_sort(span.map).and_then(|first| self.order.maps.get(first));
        let Some(map) = first.filter(|map| map.start < span.end) else {
            return self.written.get(span.start..span.end).unwrap_or(&[]);
        };
        let piece = self.written.get(span.start..map.start).unwrap_or(&[]);
        (span.start, span.map) = (map.end, map.next);
        self.pending.push(Pending::Span(span));
        self.pending.push(Pending::Entries(map.spans.clone()));
        piece
    }
}

impl<'o> Iterator for Pieces<'o> {
    type Item = &'o [u8];

    fn next(&mut self) -> Option<&'o [u8]> {
        loop {
            steps::count(1);
            let piece = match self.pending.pop()? {
                Pending::Span(span) => self.advance(span),
                Pending::Entries(mut entries) => {
                    if let Some(span) = entries.next().and_then(|index| self.order.spans.get(index)) {
                        self.pending.push(Pending::Entries(entries));
                        self.pending.push(Pending::Span(*span));
                    }
                    continue;
                }
            };
            if !piece.is_empty() {
                return Some(piece);
            }
        }
    }
}

/// Compares the bytes of two series of pieces, which may be cut at different offsets.
fn compare_pieces<'o>(mut a: Pieces<'o>, mut b: Pieces<'o>) -> Ordering {
    let (mut left, mut right): (&[u8], &[u8]) = (&[], &[]);
    loop {
        if left.is_empty() {
            left = a.next().unwrap_or(&[]);
        }
        if right.is_empty() {
            right = b.next().unwrap_or(&[]);
        }
        let len = left.len().min(right.len());
        if len == 0 {
            return left.len().cmp(&right.len());
        }
        let ((left_part, left_rest), (right_part, right_rest)) = (left.split_at(len), right.split_at(len));
        match compare_bytes(left_part, right_part) {
            Ordering::Equal => (left, right) = (left_rest, right_rest),
            unequal => return unequal,
        }
    }
}

/// Compares bytes, and counts the work.
fn compare_bytes(a: &[u8], b: &[u8]) -> Ordering {
    steps::count_bytes(a.len().min(b.len()));
    a.cmp(b)
}
