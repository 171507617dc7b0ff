//! Packed values over `tokio_util::codec`: a codec for its `Framed`, `FramedRead` and `FramedWrite`.

use core::marker::PhantomData;

use bytes::{Buf, Bytes, BytesMut};
use tokio_util::codec::{Decoder, Encoder};

use crate::error;
use crate::invariant::Invariant;
use crate::layout::{Compact, Layout};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};

use super::LIMITS;
use super::error::Error;
use super::frame_buffer::FrameBuffer;
use super::framing::{Frame, Framing, Located, Locator};

/// How many bytes are made room for at least, where a frame is not whole.
const CHUNK: usize = 8 << 10;

/// Reads and writes packed values in a `tokio_util::codec::Framed` (feature `tokio-util-0_7`): on a socket, a pipe, or
/// anything else that is asynchronous.
///
/// - Decoded, a value is a `Packed<T, L, Bytes>`, validated, in the memory it was read to: nothing is copied, and it
///   can be sent to another task. (It keeps that memory, which other values share, for as long as it lives.)
/// - Encoded, it may be a `&T`, a `T`, a [`Packed`] in any buffer, or a reference to one. A frame is completed in a
///   buffer of the codec's own, which is used again, and then copied to the transport's; so a value that exceeds the
///   limits, or panics while it is written, leaves nothing behind.
///
/// ```
/// use bytes::BytesMut;
/// use packed_data::Compact;
/// use packed_data::stream::{Codec, Error};
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let mut codec = Codec::<String, Compact>::new();
/// let mut bytes = BytesMut::new();
/// codec.encode("hi".to_string(), &mut bytes)?;
/// assert_eq!(bytes[..], [3, 2, b'h', b'i']);
///
/// let packed = codec.decode(&mut bytes)?.expect("it is whole");
/// assert_eq!(packed.view(), "hi");
/// assert!(codec.decode(&mut bytes)?.is_none());
/// # Ok::<(), Error>(())
/// ```
///
/// With a socket: `tokio_util::codec::Framed::new(socket, Codec::<String>::new())`.
pub struct Codec<T: ?Sized, L = Compact> {
    incoming: Locator,
    outgoing: FrameBuffer,
    /// How many values were encoded, and in how many bytes.
    written: (u64, u64),
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

impl<T: Packable + ?Sized, L: Layout> Codec<T, L> {
    /// A codec of streams framed by lengths, one in each direction, with the [default limits](LIMITS).
    pub fn new() -> Self {
        Self::with_limits(&LIMITS)
    }

    /// A codec of streams framed by lengths, for values within limits: `limits.bytes` bounds what a frame may announce.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use packed_data::Limits;
    /// use packed_data::stream::{self, Codec};
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut codec = Codec::<String>::with_limits(&Limits { bytes: 100, ..stream::LIMITS });
    /// assert!(codec.decode(&mut BytesMut::from(&[101][..])).is_err());
    /// ```
    pub fn with_limits(limits: &Limits) -> Self {
        Self::framed(Framing::Length, limits)
    }

    pub(super) fn framed(framing: Framing, limits: &Limits) -> Self {
        let outgoing = FrameBuffer::new(&framing, limits);
        Self { incoming: Locator::new(framing, limits), outgoing, written: (0, 0), types: PhantomData }
    }

    /// Takes a frame off the beginning of bytes, and validates what is in it.
    fn take(&mut self, frame: Frame, src: &mut BytesMut) -> Result<Packed<T, L, Bytes>, Error> {
        let (index, start) = self.incoming.take(frame);
        let mut value = src.split_to(frame.end).freeze();
        value.advance(frame.start);
        Packed::from_bytes_with(value, &self.incoming.limits).map_err(|error| Error::value(error, index, start))
    }
}

/// Adds a frame, if there is one.
fn put(frame: Result<&[u8], error::Error>, (values, offset): &mut (u64, u64), dst: &mut BytesMut) -> Result<(), Error> {
    let frame = frame.map_err(|error| Error::value(error, *values, *offset))?;
    dst.extend_from_slice(frame);
    *values += 1;
    *offset += frame.len() as u64;
    Ok(())
}

impl<T: Packable + ?Sized, L: Layout> Default for Codec<T, L> {
    fn default() -> Self {
        Self::new()
    }
}

/// An error's place is that in the stream read. Of an invalid value the transport's adapters make the end of the
/// stream; whoever calls `decode` itself can go on with the value after it.
impl<T: Packable + ?Sized, L: Layout> Decoder for Codec<T, L> {
    type Item = Packed<T, L, Bytes>;
    type Error = Error;

    fn decode(&mut self, src: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        match self.incoming.locate(src)? {
            Located::Frame(frame) => self.take(frame, src).map(Some),
            Located::NeedAtLeast(more) => {
                // Not more than has come already, whatever is announced.
                src.reserve(more.min(src.len().max(CHUNK)));
                Ok(None)
            }
        }
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        match self.decode(src)? {
            Some(value) => Ok(Some(value)),
            None => self.incoming.finish(src).map(|()| None),
        }
    }
}

impl<T: Packable + ?Sized, L: Layout> Encoder<&T> for Codec<T, L> {
    type Error = Error;

    fn encode(&mut self, value: &T, dst: &mut BytesMut) -> Result<(), Error> {
        put(self.outgoing.build::<T, L>(|needs| needs.put_as(&value)), &mut self.written, dst)
    }
}

impl<T: Packable, L: Layout> Encoder<T> for Codec<T, L> {
    type Error = Error;

    fn encode(&mut self, value: T, dst: &mut BytesMut) -> Result<(), Error> {
        Encoder::<&T>::encode(self, &value, dst)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Encoder<&Packed<T, L, B>> for Codec<T, L> {
    type Error = Error;

    fn encode(&mut self, packed: &Packed<T, L, B>, dst: &mut BytesMut) -> Result<(), Error> {
        put(self.outgoing.copy(packed), &mut self.written, dst)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Encoder<Packed<T, L, B>> for Codec<T, L> {
    type Error = Error;

    fn encode(&mut self, packed: Packed<T, L, B>, dst: &mut BytesMut) -> Result<(), Error> {
        Encoder::<&Packed<T, L, B>>::encode(self, &packed, dst)
    }
}
