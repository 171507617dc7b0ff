//! The buffer being written: nobody outside the library ever holds it.

use alloc::vec::Vec;

use super::Expected;
use crate::error::ErrorKind;
use crate::layout::{varint_encode, varint_len};
use crate::limits::Limits;
use crate::raw::ByteArray;

/// The bytes written so far, and what went wrong.
///
/// Invariant (W1): while nothing has failed, what stands in `out` from the beginning of the value is a
/// prefix of a valid value, as the types of the [`Needs`](super::Needs) that wrote it tell. Once
/// something has failed, the bytes are given to nobody.
pub struct Writer {
    pub(crate) out: Vec<u8>,
    failure: Option<ErrorKind>,
    limits: Limits,
    empty_elements: u64,
}

impl Writer {
    /// Writes to the end of `out`.
    pub(crate) fn new(out: Vec<u8>, limits: Limits) -> Self {
        Self { out, failure: None, limits, empty_elements: limits.empty_elements }
    }

    /// Everything written, if nothing failed and it is not too large.
    pub(crate) fn finish(self, start: usize) -> (Vec<u8>, Result<(), ErrorKind>) {
        let too_large = self.out.len() - start > self.limits.bytes;
        let failure = match self.failure {
            None if too_large => Some(ErrorKind::TooLarge { limit: self.limits.bytes }),
            failure => failure,
        };
        (self.out, failure.map_or(Ok(()), Err))
    }

    /// Whether something failed: what is written from then on does not matter.
    #[inline(always)]
    pub(crate) fn has_failed(&self) -> bool {
        self.failure.is_some()
    }

    /// Notes what failed first.
    #[cold]
    pub(crate) fn fail(&mut self, kind: ErrorKind) {
        self.failure.get_or_insert(kind);
    }

    /// Notes that the value nests too deep.
    #[cold]
    pub(crate) fn fail_depth(&mut self) {
        self.fail(ErrorKind::TooDeep { limit: self.limits.depth });
    }

    /// Charges elements that take no bytes, as validation does.
    pub(crate) fn charge_empty(&mut self, count: u64) {
        match self.empty_elements.checked_sub(count) {
            Some(left) => self.empty_elements = left,
            None => self.fail(ErrorKind::TooManyEmpty { limit: self.limits.empty_elements }),
        }
    }

    /// Writes bytes whose number is known to the compiler.
    #[inline(always)]
    pub(crate) fn extend<B: ByteArray>(&mut self, bytes: B) {
        self.out.extend_from_slice(bytes.as_ref());
    }

    /// Makes room for elements of at least `size` bytes each, and their count: all of them, exactly where
    /// they are the first that is written, if they are certain to come; no more than a megabyte otherwise.
    pub(crate) fn reserve(&mut self, expected: Expected, size: usize) {
        let bytes = expected.count().saturating_mul(size).saturating_add(varint_len(expected.count() as u64));
        match expected {
            Expected::Certainly(_) if self.out.is_empty() => self.out.reserve_exact(bytes),
            Expected::Certainly(_) => self.out.reserve(bytes),
            Expected::Perhaps(_) => self.out.reserve(bytes.min(1 << 20)),
        }
    }

    /// Puts a short varint, and `room` bytes after it, in the place of `start..end`; gives the offset
    /// after the varint. What follows moves as far as needed.
    #[inline]
    pub(crate) fn replace_number(&mut self, start: usize, end: usize, number: u64, room: usize) -> usize {
        let (bytes, len) = varint_encode(number);
        let needed = len + room;
        if needed != end - start {
            self.resize_gap(start, end, needed);
        }
        self.out[start..start + len].copy_from_slice(&bytes[..len]);
        start + len
    }

    /// Makes `start..end` take `needed` bytes.
    #[cold]
    fn resize_gap(&mut self, start: usize, end: usize, needed: usize) {
        let tail = self.out.len() - end;
        if needed > end - start {
            self.out.resize(start + needed + tail, 0);
        }
        self.out.copy_within(end..end + tail, start + needed);
        self.out.truncate(start + needed + tail);
    }
}
