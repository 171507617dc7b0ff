//! Values onto a sink of bytes.

use core::marker::PhantomData;
use std::io::{self, Write};

use crate::build::{Filled, Needs};
use crate::error;
use crate::invariant::Invariant;
use crate::layout::{Compact, Layout};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};

use super::LIMITS;
use super::error::{Counts, Error, ErrorKind};
use super::frame_buffer::FrameBuffer;
use super::framing::Framing;

/// Writes packed values, one after the other, onto any [`Write`].
///
/// A frame is completed in the one buffer first, and then handed to the sink, at once if it takes it: so nothing is
/// ever announced that does not follow, whether a value exceeds the limits or writing it panics. The buffer is used
/// again for the next value, and takes as much as the largest. Where a write costs much and values are small, wrap a
/// [`BufWriter`](std::io::BufWriter) around the sink.
///
/// ```
/// use packed_data::Compact;
/// use packed_data::stream::{Error, Writer};
///
/// let mut writer = Writer::<_, String, Compact>::new(Vec::new());
/// writer.write(&"hi".into())?;
/// writer.flush()?;
/// assert_eq!(writer.into_inner(), [3, 2, b'h', b'i']); // a frame of 3 bytes: a string of 2
/// # Ok::<(), Error>(())
/// ```
pub struct Writer<W, T: ?Sized, L = Compact> {
    frame: FrameBuffer,
    sink: Sink<W>,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

/// A sink, and what it took.
struct Sink<W> {
    inner: W,
    /// Whole frames.
    counts: Counts,
    /// Offset in the stream of the next byte.
    offset: u64,
    /// Whether it took a part of a frame, and then no more.
    broken: bool,
}

impl<W: Write, T: Packable + ?Sized, L: Layout> Writer<W, T, L> {
    /// A writer of a stream framed by lengths, with the [default limits](LIMITS). It writes and allocates nothing yet.
    pub fn new(sink: W) -> Self {
        Self::with_limits(sink, &LIMITS)
    }

    /// A writer of a stream framed by lengths, of values within limits. (Readers have limits, too.)
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data::stream::{self, Writer};
    ///
    /// let limits = Limits { bytes: 10, ..stream::LIMITS };
    /// let mut writer = Writer::<_, String>::with_limits(Vec::new(), &limits);
    /// assert!(writer.write(&"larger than that".into()).is_err());
    /// writer.write(&"small".into())?;
    /// assert_eq!((writer.values(), writer.get_ref().len()), (1, 7));
    /// # Ok::<(), stream::Error>(())
    /// ```
    pub fn with_limits(sink: W, limits: &Limits) -> Self {
        Self::framed(sink, &Framing::Length, limits)
    }

    pub(super) fn framed(sink: W, framing: &Framing, limits: &Limits) -> Self {
        let sink = Sink { inner: sink, counts: Counts::default(), offset: 0, broken: false };
        Self { frame: FrameBuffer::new(framing, limits), sink, types: PhantomData }
    }

    /// Sets the offset in the stream of the first byte that is written: [`offset`](Self::offset), also that of errors,
    /// counts from the start of the stream. Call it before the first value is written. For a writer that appends to a
    /// stream.
    ///
    /// ```
    /// use packed_data::stream::{Error, ErrorKind, Reader, Writer};
    ///
    /// // The process that wrote the file was killed within the second value.
    /// let mut file = vec![2, 7, 0, 2, 8];
    /// let mut reader = Reader::<_, u16>::new(file.as_slice());
    /// let end = loop {
    ///     match reader.next() {
    ///         Ok(Some(_)) => {}
    ///         Ok(None) => break reader.offset(),
    ///         Err(error) if matches!(error.kind(), ErrorKind::Truncated { .. }) => break error.offset(),
    ///         Err(error) => return Err(error),
    ///     }
    /// };
    /// file.truncate(end as usize); // of a `File`: `set_len`, and `seek` to the end
    ///
    /// let mut writer = Writer::<_, u16>::new(&mut file).starting_at(end);
    /// writer.write(&8)?;
    /// assert_eq!((writer.values(), writer.offset()), (1, 6));
    /// assert_eq!(file, [2, 7, 0, 2, 8, 0]);
    /// # Ok::<(), Error>(())
    /// ```
    #[must_use]
    pub fn starting_at(mut self, offset: u64) -> Self {
        self.sink.offset = offset;
        self
    }

    /// Writes a value.
    ///
    /// # Errors
    ///
    /// - The value [exceeds the limits](ErrorKind::Value): nothing was written, and another value can be. (If writing
    ///   it panics, too.)
    /// - The sink [failed](ErrorKind::Io), with another error than `Interrupted`. If it took nothing of the frame, the
    ///   value can be written again.
    /// - If it took a part of it, the writer is [broken](ErrorKind::Broken), as each further call says. Only this error
    ///   is [fatal](Error::is_fatal).
    #[inline]
    pub fn write(&mut self, value: &T) -> Result<(), Error> {
        self.build(|needs| needs.put_as(&value))
    }

    /// Builds a value and writes it: see [`Needs`].
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    ///
    /// ```
    /// use packed_data::Compact;
    /// use packed_data::stream::{Error, Writer};
    ///
    /// let mut writer = Writer::<_, (u8, String), Compact>::new(Vec::new());
    /// writer.build(|needs| needs.fields().put(&7).put("hi").done())?;
    /// assert_eq!(writer.into_inner(), [4, 7, 2, b'h', b'i']);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn build(&mut self, fill: impl for<'x> FnOnce(Needs<'x, T::As, L>) -> Filled<'x>) -> Result<(), Error> {
        self.sink.check()?;
        let frame = self.frame.build::<T, L>(fill).map_err(|error| self.sink.refuse(error))?;
        self.sink.take(frame)
    }

    /// Writes a value that is packed already: its bytes are copied. (Of the limits, only that on its size is
    /// looked at.)
    ///
    /// # Errors
    ///
    /// As for [`write`](Self::write).
    ///
    /// ```
    /// use packed_data::Packed;
    /// use packed_data::stream::{Error, Writer};
    ///
    /// let packed = Packed::<String>::pack(&"hi".into());
    /// let mut writer = Writer::<_, String>::new(Vec::new());
    /// writer.write_packed(&packed)?;
    /// assert_eq!((writer.values(), writer.offset()), (1, 4));
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn write_packed<B: Buffer>(&mut self, packed: &Packed<T, L, B>) -> Result<(), Error> {
        self.sink.check()?;
        let frame = self.frame.copy(packed).map_err(|error| self.sink.refuse(error))?;
        self.sink.take(frame)
    }

    /// Flushes the sink. (The writer itself keeps nothing back, and need not be flushed before it is dropped.)
    ///
    /// # Errors
    ///
    /// The sink's, or that the writer is [broken](ErrorKind::Broken).
    pub fn flush(&mut self) -> Result<(), Error> {
        self.sink.check()?;
        loop {
            match self.sink.inner.flush() {
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                outcome => return outcome.map_err(|error| self.sink.error(ErrorKind::Io(error))),
            }
        }
    }
}

impl<W, T: ?Sized, L> Writer<W, T, L> {
    /// Number of whole values that the sink took from this writer.
    ///
    /// ```
    /// use packed_data::stream::{ErrorKind, Writer};
    ///
    /// let mut disk = [0; 7]; // it is full after 7 bytes
    /// let mut writer = Writer::<_, u32>::new(&mut disk[..]);
    /// writer.write(&1)?;
    /// assert!(matches!(writer.write(&2).unwrap_err().kind(), ErrorKind::Io(_)));
    /// assert!(matches!(writer.write(&3).unwrap_err().kind(), ErrorKind::Broken));
    /// assert_eq!((writer.values(), writer.offset()), (1, 7)); // one value of 5 bytes, and 2 of another
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn values(&self) -> u64 {
        self.sink.counts.values
    }

    /// Offset in the stream of the next byte: how many bytes the sink took, after those where the writer
    /// [started](Self::starting_at).
    pub fn offset(&self) -> u64 {
        self.sink.offset
    }

    /// How many bytes the buffer takes.
    pub fn capacity(&self) -> usize {
        self.frame.capacity()
    }

    /// The sink.
    pub fn get_ref(&self) -> &W {
        &self.sink.inner
    }

    /// The sink, to be changed. Bytes that are written to it directly stand between values, where a reader does not
    /// expect them.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.sink.inner
    }

    /// The sink, which has been handed all that was written. It is not flushed.
    pub fn into_inner(self) -> W {
        self.sink.inner
    }
}

impl<W> Sink<W> {
    /// Whether another frame can follow.
    #[inline]
    fn check(&self) -> Result<(), Error> {
        if self.broken { Err(self.error(ErrorKind::Broken)) } else { Ok(()) }
    }

    /// An error after the bytes that were taken: fatal if they end within a frame.
    #[cold]
    fn error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.counts, self.offset).with_fatal(self.broken)
    }

    /// The error of a value of which nothing was taken.
    #[cold]
    fn refuse(&self, error: error::Error) -> Error {
        Error::value(error, self.counts, self.offset)
    }
}

impl<W: Write> Sink<W> {
    /// Hands it a frame: with one write, if it takes it.
    #[inline]
    fn take(&mut self, frame: &[u8]) -> Result<(), Error> {
        let mut rest = frame;
        while !rest.is_empty() {
            // If this panics, nobody knows how much was taken.
            self.broken = true;
            let outcome = self.inner.write(rest);
            self.broken = rest.len() < frame.len() || matches!(outcome, Ok(count) if count > rest.len());
            match outcome.and_then(|count| after(rest, count)) {
                Ok(left) => {
                    self.offset = self.offset.saturating_add((rest.len() - left.len()) as u64);
                    rest = left;
                }
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.error(ErrorKind::Io(error))),
            }
        }
        self.broken = false;
        self.counts.values += 1;
        Ok(())
    }
}

/// What a sink left that took so many bytes.
#[inline]
fn after(bytes: &[u8], count: usize) -> io::Result<&[u8]> {
    match bytes.get(count..) {
        Some(_) if count == 0 => Err(io::Error::new(io::ErrorKind::WriteZero, "the sink takes no more bytes")),
        Some(left) => Ok(left),
        None => Err(io::Error::other("the sink claims to have taken more bytes than it was given")),
    }
}
