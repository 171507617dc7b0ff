//! Streams: any number of packed values, one after the other.
//!
//! A stream is a series of frames. A frame is the length of a value, as a short varint, and then the value. A
//! [`Writer`] writes frames to any [`std::io::Write`]. A [`Reader`] reads them from any [`std::io::Read`], validates
//! each value, and lends it from its buffer. A [`Decoder`] does the same for bytes that arrive in pieces, and does no
//! I/O (it needs only `alloc`). With the feature `tokio-util-0_7`, a `Codec` turns any asynchronous socket into a
//! `tokio_util::codec::Framed`.
//!
//! Values in the layouts [`Cbor`](crate::Cbor) and [`haskell::Serialise`](crate::layout::haskell::Serialise) are
//! self-delimiting, so they need no lengths between them. Use `sequence` in place of `new`, and each of these types
//! reads or writes a CBOR sequence (RFC 8742).
//!
//! With the feature `twox-hash-2`, [`Writer`] and [`Reader`] have `blocks` as well: values in [blocks][block] with
//! checksums, and a marker by which a reader finds the next block after damaged bytes.
//!
//! Each of them has one buffer, which it reuses. So memory is bounded by the largest value, whatever the length of the
//! stream.
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
//!
//! # Values
//!
//! - [`Writer`]: to any [`std::io::Write`]. [`Reader`]: from any [`std::io::Read`].
//! - [`Decoder`] and its [`Step`]: from bytes that arrive in pieces, without I/O. [`Codec`], which encodes what is
//!   [`Encodable`]: for tokio.
//!
//! # Frames
//!
//! - [`frame_header`], [`read_frame_header`], [`FrameHeader`]: for programs that write or read frames themselves.
//!
//! # Blocks
//!
//! - [`block`]: blocks of records, with checksums; for programs that write or read blocks themselves.
//!
//! # Errors and limits
//!
//! - [`Error`], [`ErrorKind`]: what is wrong, at which byte of the stream. [`LIMITS`]: the default limits.
#![cfg_attr(
    not(feature = "tokio-util-0_7"),
    doc = "",
    doc = "[`Codec`]: https://docs.rs/packed-data/latest/packed_data/stream/struct.Codec.html",
    doc = "[`Encodable`]: https://docs.rs/packed-data/latest/packed_data/stream/trait.Encodable.html"
)]
#![cfg_attr(
    not(feature = "twox-hash-2"),
    doc = "",
    doc = "[`block`]: https://docs.rs/packed-data/latest/packed_data/stream/block/index.html",
    doc = "[block]: https://docs.rs/packed-data/latest/packed_data/stream/block/index.html"
)]

#[cfg(feature = "twox-hash-2")]
pub mod block;
#[cfg(feature = "twox-hash-2")]
#[cfg_attr(not(feature = "std"), allow(dead_code, reason = "only `Reader` reads blocks"))]
mod blocks;
#[cfg(feature = "tokio-util-0_7")]
mod codec;
mod decoder;
mod error;
mod frame;
#[cfg(feature = "std")]
mod frame_buffer;
mod framing;
mod input_buffer;
#[cfg(feature = "std")]
mod reader;
#[cfg(feature = "cbor")]
mod sequence;
#[cfg(feature = "std")]
mod writer;

#[cfg(feature = "tokio-util-0_7")]
pub use codec::{Codec, Encodable};
pub use decoder::{Decoder, Step};
pub use error::{Error, ErrorKind};
pub use frame::{FrameHeader, frame_header, read_frame_header};
#[cfg(feature = "std")]
pub use reader::Reader;
#[cfg(feature = "std")]
pub use writer::Writer;

use crate::wire::limits::Limits;

/// The default limits of a stream: those of a value, and 64 MiB for its size, because a frame announces its size before
/// its bytes arrive.
///
/// Writers have the same limits as readers. So what one end writes with the default limits, the other end accepts with
/// the default limits.
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
