//! The buffer of a reader: bytes that were received and not yet taken.

use alloc::vec;
use alloc::vec::Vec;

/// The bytes that were received and not yet taken, and free space for more.
///
/// When the free space is used up, the bytes that are not taken move to the beginning, so that the same memory is
/// reused. A byte moves at most once for the frame that it belongs to, and once more each time the buffer doubles. So
/// the total time is linear in the number of bytes received, whatever the size of the pieces in which they arrive.
pub(super) struct InputBuffer {
    /// All of these bytes are initialised. `start..end`, a valid range, was received and not yet taken.
    bytes: Vec<u8>,
    start: usize,
    end: usize,
}

/// How the buffer grows.
#[derive(Clone, Copy)]
pub(super) enum Growth {
    /// It doubles its size.
    Doubling,
    /// It doubles its size, but not beyond this limit, if that is enough. The buffer contains only the beginning of one
    /// frame.
    UpTo(usize),
}

impl InputBuffer {
    pub(super) const fn new() -> Self {
        Self { bytes: Vec::new(), start: 0, end: 0 }
    }

    /// Returns the capacity in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Returns the bytes that were received and not yet taken.
    #[inline]
    pub(super) fn live(&self) -> &[u8] {
        self.bytes.get(self.start..self.end).unwrap_or_default()
    }

    /// Takes the next `count` bytes, which must have been received, and returns them.
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

    /// Returns the free space after the received bytes: at least `count` bytes.
    #[inline]
    pub(super) fn space(&mut self, count: usize, growth: Growth) -> &mut [u8] {
        if self.bytes.len() - self.end < count {
            self.make_space(count, growth);
        }
        self.bytes.get_mut(self.end..).unwrap_or_default()
    }

    /// Moves the received bytes to the beginning, so that the free space after them is as large as possible.
    #[inline]
    pub(super) fn compact(&mut self) {
        if self.start > 0 {
            self.bytes.copy_within(self.start..self.end, 0);
            (self.start, self.end) = (0, self.end - self.start);
        }
    }

    /// Marks the first `count` bytes of the free space as received.
    #[inline]
    pub(super) fn fill(&mut self, count: usize) {
        self.end = self.bytes.len().min(self.end + count);
    }

    #[cold]
    fn make_space(&mut self, count: usize, growth: Growth) {
        let live = self.end - self.start;
        // The beginning of a frame that is not complete moves only once. But if many complete frames are not yet taken,
        // moving all of them whenever one is taken would take time quadratic in their number.
        if matches!(growth, Growth::UpTo(_)) || self.start >= live {
            self.compact();
        }
        let needed = self.end.saturating_add(count);
        let doubled = self.bytes.len().saturating_mul(2);
        let len = match growth {
            Growth::Doubling => doubled.max(needed),
            Growth::UpTo(limit) => doubled.min(limit).max(needed),
        };
        if self.bytes.is_empty() {
            // The allocator may have zeros at hand. And `resize` writes byte after byte where it is not optimised.
            self.bytes = vec![0; len];
        } else if needed > self.bytes.len() {
            self.bytes.reserve_exact(len - self.bytes.len());
            self.bytes.resize(len, 0);
        }
    }
}
