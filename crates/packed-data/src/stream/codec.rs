//! Packed values over `tokio_util::codec`: a codec for its `Framed`, `FramedRead` and `FramedWrite`.

use core::future::poll_fn;
use core::marker::PhantomData;
use core::pin::Pin;

use bytes::{Buf, Bytes, BytesMut};
use futures_sink::Sink;
use tokio_util::codec::{Decoder, Encoder};

use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::wire::error;
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;

use super::LIMITS;
use super::error::{Counts, Error};
use super::frame_buffer::FrameBuffer;
use super::framing::{Frame, Framing, Located, Locator};

/// At least this much capacity, in bytes, is reserved when a frame is not complete.
const CHUNK: usize = 8 << 10;

/// Reads and writes packed values in a `tokio_util::codec::Framed` (feature `tokio-util-0_7`): on a socket, a pipe, or
/// anything else that is asynchronous.
///
/// - A decoded value is a `Packed<T, L, Bytes>`. It is validated in the memory into which it was read: nothing is
///   copied, and it can be sent to another task. (It keeps that memory, which other values share, as long as it lives.)
/// - A value to be encoded may be a `&T`, a `T`, a [`Packed`] in any buffer, or a reference to one. A frame is
///   completed in a buffer of the codec, which is reused, and is then copied to the transport's buffer. So a value that
///   exceeds the limits, or that panics while it is written, leaves nothing behind.
///
/// ```
/// use bytes::BytesMut;
/// use packed_data::stream::{Codec, Error};
/// use tokio_util::codec::{Decoder, Encoder};
///
/// let mut codec = Codec::<String>::new();
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
///
/// The values that are read are of type `In`, those that are written of type `Out`, which is the same by default. A
/// server that reads requests and writes replies has a `Codec<Request, Reply>`, its client a `Codec<Reply, Request>`.
pub struct Codec<In: ?Sized, Out: ?Sized = In, L = Compact> {
    incoming: Locator,
    outgoing: FrameBuffer,
    /// The number of values that were encoded.
    written: Counts,
    /// The offset of the next value in the stream that is written.
    offset: u64,
    types: PhantomData<(Invariant<In>, Invariant<Out>, Invariant<L>)>,
}

impl<In: Packable + ?Sized, Out: Packable + ?Sized, L: Layout> Codec<In, Out, L> {
    /// Creates a codec for two streams of frames with lengths, one in each direction, with the [default
    /// limits](LIMITS).
    pub fn new() -> Self {
        Self::with_limits(&LIMITS)
    }

    /// Creates a codec for two streams of frames with lengths, one in each direction, within `limits`. `limits.bytes`
    /// bounds the length that a frame may announce.
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
        let incoming = Locator::new(framing, limits);
        Self { incoming, outgoing, written: Counts::default(), offset: 0, types: PhantomData }
    }

    /// Sets the offset in its stream of the first byte that is decoded, so that the offsets of errors count from the
    /// beginning of the stream. Call it before the first value is decoded.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use packed_data::stream::Codec;
    /// use tokio_util::codec::Decoder;
    ///
    /// let mut codec = Codec::<bool>::new().reading_at(1000);
    /// assert_eq!(codec.decode(&mut BytesMut::from(&[1, 7][..])).unwrap_err().offset(), 1001);
    /// ```
    #[must_use]
    pub fn reading_at(mut self, offset: u64) -> Self {
        self.incoming.start_at(offset);
        self
    }

    /// Sets the offset in its stream of the first byte that is encoded, for example when values are appended to a file.
    ///
    /// ```
    /// use bytes::BytesMut;
    /// use packed_data::Limits;
    /// use packed_data::stream::{self, Codec};
    /// use tokio_util::codec::Encoder;
    ///
    /// let limits = Limits { bytes: 10, ..stream::LIMITS };
    /// let mut codec = Codec::<str>::with_limits(&limits).writing_at(1000);
    /// codec.encode("small", &mut BytesMut::new())?;
    /// let error = codec.encode("larger than that", &mut BytesMut::new()).unwrap_err();
    /// assert!(error.offset() >= 1007 && !error.is_fatal());
    /// # Ok::<(), stream::Error>(())
    /// ```
    #[must_use]
    pub fn writing_at(self, offset: u64) -> Self {
        Self { offset, ..self }
    }

    /// Removes a complete frame from the beginning of `src`, validates its value, and returns the value.
    fn take(&mut self, frame: Frame, src: &mut BytesMut) -> Result<Packed<In, L, Bytes>, Error> {
        let start = self.incoming.take(frame);
        let mut value = src.split_to(frame.end).freeze();
        value.advance(frame.start);
        let packed = Packed::with_limits(&self.incoming.limits).from_bytes(value);
        self.incoming.count(start, packed)
    }

    /// Writes what a `Framed` or `FramedWrite` with this codec has buffered, and flushes its transport.
    ///
    /// (The `flush` of `futures_util::SinkExt` needs the type of a value that could be sent, such as
    /// `SinkExt::<&Reply>::flush(&mut framed)`, because a codec encodes values of several types.)
    ///
    /// ```
    /// use std::pin::{Pin, pin};
    /// use std::task::{Context, Poll, Waker};
    ///
    /// use futures_sink::Sink;
    /// use packed_data::stream::{Codec, Error};
    /// use tokio_util::codec::FramedWrite;
    ///
    /// let mut framed = FramedWrite::new(Vec::new(), Codec::<u32, str>::new()); // reads numbers, writes strings
    /// Pin::new(&mut framed).start_send("hi")?;
    /// assert!(framed.get_ref().is_empty());
    ///
    /// {
    ///     let flushed = pin!(Codec::flush(&mut framed)); // as a rule `Codec::flush(&mut framed).await?`
    ///     assert!(matches!(flushed.poll(&mut Context::from_waker(Waker::noop())), Poll::Ready(Ok(()))));
    /// }
    /// assert_eq!(framed.get_ref()[..], [3, 2, b'h', b'i']);
    /// # Ok::<(), Error>(())
    /// ```
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the transport fails.
    pub async fn flush<F>(framed: &mut F) -> Result<(), Error>
    where
        F: WithCodec<Self> + for<'v> Sink<&'v Out, Error = Error> + Unpin,
    {
        let mut framed = Pin::new(framed);
        poll_fn(|context| <F as Sink<&Out>>::poll_flush(framed.as_mut(), context)).await
    }
}

/// A sink of `tokio_util` with the codec `C`: `Framed` or `FramedWrite`. (From it, the compiler knows the codec.)
pub trait WithCodec<C>: sealed::Sealed {}

impl<S, C> WithCodec<C> for tokio_util::codec::Framed<S, C> {}

impl<S, C> WithCodec<C> for tokio_util::codec::FramedWrite<S, C> {}

/// Seals [`WithCodec`].
mod sealed {
    /// Implemented for what `tokio_util` makes of a transport and a codec.
    pub trait Sealed {}

    impl<S, C> Sealed for tokio_util::codec::Framed<S, C> {}

    impl<S, C> Sealed for tokio_util::codec::FramedWrite<S, C> {}
}

/// Appends a frame to `dst` and counts it; returns the error if there is none.
fn put(
    frame: Result<&[u8], error::Error>,
    written: &mut Counts,
    offset: &mut u64,
    dst: &mut BytesMut,
) -> Result<(), Error> {
    let frame = frame.map_err(|error| Error::value(error, *written, *offset))?;
    dst.extend_from_slice(frame);
    written.values += 1;
    *offset = offset.saturating_add(frame.len() as u64);
    Ok(())
}

impl<In: Packable + ?Sized, Out: Packable + ?Sized, L: Layout> Default for Codec<In, Out, L> {
    fn default() -> Self {
        Self::new()
    }
}

/// The offset of an error is that in the stream from which it reads. After an error, `Framed` and `FramedRead` return
/// `None`. If the error is not [fatal](Error::is_fatal), a caller of `decode` can continue: the next call decodes the
/// value after it. After a fatal error `decode` drops all bytes and returns `None`, and so does `decode_eof`.
impl<In: Packable + ?Sized, Out: Packable + ?Sized, L: Layout> Decoder for Codec<In, Out, L> {
    type Item = Packed<In, L, Bytes>;
    type Error = Error;

    fn decode(&mut self, src: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        match self.incoming.locate(src)? {
            Located::Frame(frame) => self.take(frame, src).map(Some),
            #[cfg(feature = "twox-hash-2")]
            Located::Skip(_) => unreachable!("only in a stream of blocks, which a codec does not read"),
            Located::End => {
                src.clear();
                Ok(None)
            }
            Located::NeedAtLeast(more) => {
                // (At most as much as has arrived already, whatever the frame announces.)
                src.reserve(more.min(src.len().max(CHUNK)));
                Ok(None)
            }
        }
    }

    fn decode_eof(&mut self, src: &mut BytesMut) -> Result<Option<Self::Item>, Error> {
        match self.decode(src)? {
            Some(value) => Ok(Some(value)),
            None if self.incoming.is_lost() => Ok(None),
            None => match self.incoming.finish(src) {
                Ok(()) => Ok(None),
                Err(error) => self.incoming.report(error, src.len()).map(|()| None),
            },
        }
    }
}

/// What a [`Codec`] encodes: a `&T`, a `T`, a [`Packed`] in any buffer, or a reference to one.
///
/// ```
/// use packed_data::stream::{Codec, Encodable};
/// use packed_data::{Compact, Packed};
/// use tokio_util::codec::Encoder;
///
/// fn encoded(item: impl Encodable<str, Compact>) -> Vec<u8> {
///     let mut bytes = Default::default();
///     Codec::<str>::new().encode(item, &mut bytes).expect("within the limits");
///     bytes.to_vec()
/// }
///
/// assert_eq!(encoded("hi"), encoded(Packed::<str>::pack("hi")));
/// ```
#[diagnostic::on_unimplemented(
    message = "a `Codec<_, {T}, {L}>` cannot encode a `{Self}`",
    label = "not a value that this codec encodes",
    note = "it encodes a `{T}`, a `&{T}`, and a `Packed<{T}, {L}, _>` or a reference to one",
    note = "another type or layout needs a codec of its own: `Codec::<In, Out, Layout>::new()`, where `Out` is written"
)]
pub trait Encodable<T: ?Sized, L> {
    /// Appends the frame of the value to `dst`.
    #[doc(hidden)]
    fn encode(&self, outgoing: Outgoing<'_>, dst: &mut BytesMut) -> Result<(), Error>;
}

/// The parts of a [`Codec`] that write.
#[doc(hidden)]
pub struct Outgoing<'c> {
    buffer: &'c mut FrameBuffer,
    written: &'c mut Counts,
    offset: &'c mut u64,
}

impl<T: Packable + ?Sized, L: Layout> Encodable<T, L> for &T {
    fn encode(&self, outgoing: Outgoing<'_>, dst: &mut BytesMut) -> Result<(), Error> {
        let frame = outgoing.buffer.build::<T, L>(|needs| needs.put_as(self));
        put(frame, outgoing.written, outgoing.offset, dst)
    }
}

impl<T: Packable, L: Layout> Encodable<T, L> for T {
    fn encode(&self, outgoing: Outgoing<'_>, dst: &mut BytesMut) -> Result<(), Error> {
        Encodable::<T, L>::encode(&self, outgoing, dst)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Encodable<T, L> for Packed<T, L, B> {
    fn encode(&self, outgoing: Outgoing<'_>, dst: &mut BytesMut) -> Result<(), Error> {
        put(outgoing.buffer.copy(self), outgoing.written, outgoing.offset, dst)
    }
}

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Encodable<T, L> for &Packed<T, L, B> {
    fn encode(&self, outgoing: Outgoing<'_>, dst: &mut BytesMut) -> Result<(), Error> {
        Packed::encode(self, outgoing, dst)
    }
}

impl<In, Out, L, I> Encoder<I> for Codec<In, Out, L>
where
    In: Packable + ?Sized,
    Out: Packable + ?Sized,
    L: Layout,
    I: Encodable<Out, L>,
{
    type Error = Error;

    fn encode(&mut self, item: I, dst: &mut BytesMut) -> Result<(), Error> {
        let Self { outgoing, written, offset, .. } = self;
        item.encode(Outgoing { buffer: outgoing, written, offset }, dst)
    }
}
