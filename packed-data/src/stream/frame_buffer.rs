//! Where frames are made.

use alloc::vec::Vec;

use crate::build::{Filled, Needs};
use crate::error::{Error, ErrorKind, Path};
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, build_into};

use super::frame::header_len;
use super::framing::Framing;

/// How many bytes a length takes at most.
const HEADER: usize = 9;

/// Where frames are made, one after the other, in one buffer: each is complete before anybody sees it.
pub(super) struct FrameBuffer {
    /// Room for a length, then the value; nothing between frames.
    bytes: Vec<u8>,
    /// Whether the length belongs to the frame.
    has_length: bool,
    limits: Limits,
}

impl FrameBuffer {
    pub(super) fn new(framing: &Framing, limits: &Limits) -> Self {
        Self { bytes: Vec::new(), has_length: framing.has_length(), limits: *limits }
    }

    /// How many bytes it takes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// A frame around a value that is built in it.
    ///
    /// # Errors
    ///
    /// The value exceeds the limits.
    #[inline]
    pub(super) fn build<T: Packable + ?Sized, L: Layout>(
        &mut self,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<&[u8], Error> {
        self.start();
        build_into::<T, L>(&mut self.bytes, &self.limits, fill)?;
        Ok(self.complete())
    }

    /// A frame around a value that is packed.
    ///
    /// # Errors
    ///
    /// The value is larger than the limits allow.
    #[inline]
    pub(super) fn copy<T: Packable + ?Sized, L: Layout, B: Buffer>(
        &mut self,
        packed: &Packed<T, L, B>,
    ) -> Result<&[u8], Error> {
        let (value, limit) = (packed.as_bytes(), self.limits.bytes);
        if value.len() > limit {
            return Err(Error { kind: ErrorKind::TooLarge { limit }, offset: limit, path: Path::EMPTY });
        }
        self.start();
        self.bytes.extend_from_slice(value);
        Ok(self.complete())
    }

    /// Leaves room for the length of a new frame.
    #[inline]
    fn start(&mut self) {
        self.bytes.clear();
        self.bytes.extend_from_slice(&[0; HEADER]);
    }

    /// Puts the length before the value, and gives both.
    #[inline]
    fn complete(&mut self) -> &[u8] {
        let length = (self.bytes.len() - HEADER) as u64;
        let width = if self.has_length { header_len(length) } else { 0 };
        if let Some(room) = self.bytes.first_chunk_mut() {
            *room = header(length);
        }
        self.bytes.get(HEADER - width..).unwrap_or_default()
    }
}

/// A length, at the end of so many bytes.
fn header(value: u64) -> [u8; HEADER] {
    let [a, b, c, d, e, f, g, h] = value.to_le_bytes();
    match header_len(value) {
        1 => [0, 0, 0, 0, 0, 0, 0, 0, a],
        3 => [0, 0, 0, 0, 0, 0, 0xFC, a, b],
        5 => [0, 0, 0, 0, 0xFD, a, b, c, d],
        _ => [0xFE, a, b, c, d, e, f, g, h],
    }
}
