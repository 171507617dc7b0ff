//! The one buffer of a reader: bytes that came and were not taken yet.

use alloc::vec::Vec;

/// Bytes that came and were not taken, and room for more.
///
/// What is not taken moves to the beginning when room runs out, so that the same memory is used again. A byte moves
/// once for the frame it belongs to, at most, and once more for each time the buffer doubles: what is spent is linear
/// in what comes, however it is cut.
pub(super) struct Buffer {
    /// All of it initialised; `start..end` (which are in order, and within) came and was not taken.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

/// How the buffer grows.
#[derive(Clone, Copy)]
pub(super) enum Growth {
    /// It doubles.
    Doubling,
    /// It doubles, but is no longer than this, if that is enough. What is in it is the beginning of one frame.
    UpTo(usize),
}

impl Buffer {
    pub(super) const fn new() -> Self {
        Self { bytes: Vec::new(), start: 0, end: 0 }
    }

    /// How many bytes it takes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// What came and was not taken.
    #[inline]
    pub(super) fn live(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Takes so many bytes, which are there.
    #[inline]
    pub(super) fn take(&mut self, count: usize) -> &[u8] {
        let from = self.start;
        self.start = self.end.min(from + count);
        let taken = from..self.start;
        if self.start == self.end {
            (self.start, self.end) = (0, 0);
        }
        self.bytes.get(taken).unwrap_or_default()
    }

    /// Room after what came: so many bytes, or more.
    #[inline]
    pub(super) fn room(&mut self, count: usize, growth: Growth) -> &mut [u8] {
        if self.bytes.len() - self.end < count {
            self.make_room(count, growth);
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    /// Moves what came to the beginning, so that there is as much room after it as can be.
    #[inline]
    pub(super) fn compact(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// So many bytes came, into the room.
    #[inline]
    pub(super) fn fill(&mut self, count: usize) {
        self.end = self.bytes.len().min(self.end + count);
    }

    #[cold]
    fn make_room(&mut self, count: usize, growth: Growth) {
        let live = self.end - self.start;
        // What waits for its other half moves once. But while whole frames pile up, untaken, moving them all for each
        // that is taken would cost the square of their number.
        if matches!(growth, Growth::UpTo(_)) || self.start >= live {
            self.compact();
        }
        let needed = self.end.saturating_add(count);
        let doubled = self.bytes.len().saturating_mul(2);
        let len = match growth {
            Growth::Doubling => doubled.max(needed),
            Growth::UpTo(limit) => doubled.min(limit).max(needed),
        };
        if needed > self.bytes.len() {
            self.bytes.reserve_exact(len - self.bytes.len());
            self.bytes.resize(len, 0);
        }
    }
}
