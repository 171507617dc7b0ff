//! Where frames are made.

use alloc::vec::Vec;

use crate::build::{Filled, Needs};
use crate::error::{Error, ErrorKind, Path};
use crate::layout::Layout;
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, build_into};

use super::frame::{HEADER, frame_header};
use super::framing::Framing;

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
        let (header, width) = if self.has_length { frame_header(length) } else { ([0; HEADER], 0) };
        if let Some(room) = self.bytes.first_chunk_mut() {
            *room = header;
        }
        self.bytes.get(HEADER - width..).unwrap_or_default()
    }
}
