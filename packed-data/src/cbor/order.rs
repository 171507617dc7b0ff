//! Maps whose entries stand in another order than they should: put right in one pass at the end, so that what is nested
//! deep is not moved once for each level.

use alloc::vec::Vec;
use core::cmp::Ordering;
use core::ops::Range;

use crate::steps;

/// A stretch of the bytes as they were written, and the first map that begins in it or after it.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Span {
    pub(crate) start: usize,
    pub(crate) end: usize,
    pub(crate) map: usize,
}

/// A map, in the order of where maps begin.
#[derive(Clone, Debug)]
struct Map {
    /// Where its entries stand as they were written.
    start: usize,
    end: usize,
    /// Its entries in their right order, in `Order::spans`; none where they were written in that order.
    spans: Range<usize>,
    /// The first map that begins after its end; of a map that was written in its right order, the first map in it to
    /// put right.
    next: usize,
}

/// The maps to put right.
#[derive(Clone, Debug, Default)]
pub(crate) struct Order {
    maps: Vec<Map>,
    spans: Vec<Span>,
}

impl Order {
    /// How many maps have begun, but for those known to be right.
    pub(crate) fn len(&self) -> usize {
        self.maps.len()
    }

    /// Notes that the entries of a map begin.
    pub(crate) fn begin(&mut self, start: usize) -> usize {
        self.maps.push(Map { start, end: start, spans: 0..0, next: 0 });
        self.maps.len() - 1
    }

    /// Notes that a map was written in its right order.
    pub(crate) fn leave(&mut self, index: usize) {
        let first_to_sort = self.first_to_sort(index + 1);
        match (first_to_sort, self.maps.get_mut(index)) {
            (Some(first), Some(map)) => map.next = first,
            _ => self.maps.truncate(index),
        }
    }

    /// The first map to put right from an index on: that map, or the first in it.
    ///
    /// A map in the right order is kept only if it contains one to put right, and then knows which. A walk over a
    /// chain of them would cost its length in every comparison.
    fn first_to_sort(&self, index: usize) -> Option<usize> {
        let map = self.maps.get(index)?;
        Some(if map.spans.is_empty() { map.next } else { index })
    }

    /// Notes in which order a map's entries should stand.
    pub(crate) fn permute(&mut self, index: usize, end: usize, entries: impl Iterator<Item = Span>) {
        let first = self.spans.len();
        self.spans.extend(entries);
        let next = self.maps.len();
        if let Some(map) = self.maps.get_mut(index) {
            *map = Map { start: map.start, end, spans: first..self.spans.len(), next };
        }
    }

    /// Compares two stretches as they will be.
    pub(crate) fn compare(&self, written: &[u8], a: Span, b: Span) -> Ordering {
        match (self.as_written(written, a), self.as_written(written, b)) {
            (Some(a), Some(b)) => steps::compare(a, b),
            _ => compare_pieces(self.pieces(written, a), self.pieces(written, b)),
        }
    }

    /// The bytes of a stretch in which no map begins that must be put right.
    fn as_written<'w>(&self, written: &'w [u8], span: Span) -> Option<&'w [u8]> {
        match self.maps.get(span.map) {
            Some(map) if map.start < span.end => None,
            _ => written.get(span.start..span.end),
        }
    }

    fn pieces<'o>(&'o self, written: &'o [u8], span: Span) -> Pieces<'o> {
        let mut open = Vec::with_capacity(4);
        open.push(Frame::Stretch(span));
        Pieces { order: self, written, open }
    }

    /// All bytes, in their right order.
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

/// The pieces of a stretch, in their right order; none is empty.
struct Pieces<'o> {
    order: &'o Order,
    written: &'o [u8],
    open: Vec<Frame>,
}

enum Frame {
    Stretch(Span),
    Entries(Range<usize>),
}

impl<'o> Pieces<'o> {
    /// The bytes of a stretch up to the next map to be put right, which is opened.
    fn advance(&mut self, mut span: Span) -> &'o [u8] {
        let first = self.order.first_to_sort(span.map).and_then(|first| self.order.maps.get(first));
        let Some(map) = first.filter(|map| map.start < span.end) else {
            return self.written.get(span.start..span.end).unwrap_or(&[]);
        };
        let piece = self.written.get(span.start..map.start).unwrap_or(&[]);
        (span.start, span.map) = (map.end, map.next);
        self.open.push(Frame::Stretch(span));
        self.open.push(Frame::Entries(map.spans.clone()));
        piece
    }
}

impl<'o> Iterator for Pieces<'o> {
    type Item = &'o [u8];

    fn next(&mut self) -> Option<&'o [u8]> {
        loop {
            steps::count(1);
            let piece = match self.open.pop()? {
                Frame::Stretch(span) => self.advance(span),
                Frame::Entries(mut entries) => {
                    if let Some(span) = entries.next().and_then(|index| self.order.spans.get(index)) {
                        self.open.push(Frame::Entries(entries));
                        self.open.push(Frame::Stretch(*span));
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

/// Compares the bytes of pieces, wherever one ends.
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
        match steps::compare(left_part, right_part) {
            Ordering::Equal => (left, right) = (left_rest, right_rest),
            unequal => return unequal,
        }
    }
}
