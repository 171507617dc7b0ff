//! Streams: many packed values, one after the other, without end.
//!
//! A stream is a row of frames; a frame is the length of a value, as a short varint, and the value. A [`Writer`] makes
//! one on any [`std::io::Write`]; a [`Reader`] takes values off any [`std::io::Read`], validates each, and lends it out
//! of its buffer; a [`Decoder`] does the same for bytes that come in pieces from anywhere, and knows of no I/O (it
//! needs `alloc` only). With the feature `tokio-util-0_7`, a `Codec` makes a `tokio_util::codec::Framed` of any socket.
//!
//! Values in the layout [`Cbor`](crate::Cbor), or in [`haskell::Serialise`](crate::haskell::Serialise), need no lengths
//! between them, as they tell where they end: `sequence` in the place of `new` makes any of these read or write a CBOR
//! sequence (RFC 8742).
//!
//! Each has one buffer and uses it again and again, so that memory is bounded by the largest value, whatever the length
//! of the stream.
//!
//! ```
//! use packed_data::{Compact, stream};
//!
//! let mut writer = stream::Writer::<_, (u32, String), Compact>::new(Vec::new());
//! for word in ["to", "be"] {
//!     writer.write(&(7, word.into()))?;
//! }
//! let bytes = writer.into_inner(); // any `Write` would do: a file, a socket, a compressor
//!
//! let mut reader = stream::Reader::<_, (u32, String), Compact>::new(bytes.as_slice());
//! let mut words = String::new();
//! while let Some(packed) = reader.next()? {
//!     words += packed.view().1;
//! }
//! assert_eq!(words, "tobe");
//! # Ok::<(), stream::Error>(())
//! ```

mod buffer;
#[cfg(feature = "tokio-util-0_7")]
mod codec;
mod decoder;
mod error;
mod frame;
#[cfg(feature = "std")]
mod frame_buffer;
mod framing;
#[cfg(feature = "std")]
mod reader;
mod sequence;
#[cfg(feature = "std")]
mod writer;

#[cfg(feature = "tokio-util-0_7")]
pub use codec::Codec;
pub use decoder::{Decoder, Step};
pub use error::{Error, ErrorKind};
pub use frame::{FrameHeader, frame_header, read_frame_header};
#[cfg(feature = "std")]
pub use reader::Reader;
#[cfg(feature = "std")]
pub use writer::Writer;

use crate::limits::Limits;

/// The default limits of a stream: those of a value, and 64 MiB for its size, since what a stream announces is not
/// there yet.
///
/// Writers have them as well as readers, so that what one side writes with the default limits the other accepts with
/// them.
///
/// ```
/// use packed_data::{Compact, Limits, stream};
///
/// let limits = Limits { bytes: 1 << 10, ..stream::LIMITS };
/// let mut reader = stream::Reader::<_, String, Compact>::with_limits(&[0xFC, 0xFF, 0xFF][..], &limits);
/// assert_eq!(
///     reader.next().unwrap_err().to_string(),
///     "too large: expected at most 1024 bytes, found more, at byte 0 of the stream, after 0 whole values"
/// );
/// ```
pub const LIMITS: Limits = Limits { bytes: 64 << 20, ..Limits::DEFAULT };
