//! A buffer in which frames are built.

use alloc::vec::Vec;

use crate::build::{Filled, Needs};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed, build_into};
use crate::wire::error::{Error, ErrorKind, Path};
use crate::wire::limits::Limits;

use super::frame::{HEADER, frame_header};
use super::framing::Framing;

/// A buffer in which frames are built, one after the other. A frame is returned only when it is complete.
pub(super) struct FrameBuffer {
    /// Space for the header, then the value; without meaning between frames.
    bytes: Vec<u8>,
    /// Whether a frame begins with the length of its value.
    has_length: bool,
    limits: Limits,
}

impl FrameBuffer {
    pub(super) fn new(framing: &Framing, limits: &Limits) -> Self {
        Self { bytes: Vec::new(), has_length: framing.has_length(), limits: *limits }
    }

    /// Returns the capacity of the buffer in bytes.
    pub(super) fn capacity(&self) -> usize {
        self.bytes.capacity()
    }

    /// Builds a value, and returns the frame with it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] in the same cases as [`WithLimits::build`](crate::packed::WithLimits::build).
    #[inline]
    pub(super) fn build<T: Packable + ?Sized, L: Layout>(
        &mut self,
        fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>,
    ) -> Result<&[u8], Error> {
        self.start();
        build_into::<T, L>(&mut self.bytes, &self.limits, fill)?;
        Ok(self.complete())
    }

    /// Copies a packed value, and returns the frame with it.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the value has more bytes than the limits allow.
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

    /// Begins a new frame: reserves space for its header.
    #[inline]
    fn start(&mut self) {
        self.bytes.clear();
        self.bytes.extend_from_slice(&[0; HEADER]);
    }

    /// Writes the header before the value, and returns both.
    #[inline]
    fn complete(&mut self) -> &[u8] {
        let length = (self.bytes.len() - HEADER) as u64;
        let (header, width) = if self.has_length { frame_header(length) } else { ([0; HEADER], 0) };
        if let Some(space) = self.bytes.first_chunk_mut() {
            *space = header;
        }
        self.bytes.get(HEADER - width..).unwrap_or_default()
    }
}
