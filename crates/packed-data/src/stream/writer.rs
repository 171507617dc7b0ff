//! Writing values to a sink of bytes.

use core::marker::PhantomData;
use std::io::{self, Write};

use crate::build::{Filled, Needs};
use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::wire::error;
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;

use super::LIMITS;
use super::error::{Counts, Error, ErrorKind};
use super::frame_buffer::FrameBuffer;
use super::framing::Framing;

/// Writes packed values, one after the other, to any [`Write`].
///
/// A frame is first completed in the one buffer, and then passed to the sink, with a single write if the sink takes all
/// of it. So a frame never announces bytes that do not follow, even if a value exceeds the limits or panics while it is
/// written. The buffer is reused for the next value, and takes as much memory as the largest one. If a write to the
/// sink is expensive and values are small, wrap a [`BufWriter`](std::io::BufWriter) around the sink.
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

/// A sink, and how much it took.
struct Sink<W> {
    inner: W,
    /// The number of complete frames that it took.
    counts: Counts,
    /// The offset in the stream of the next byte.
    offset: u64,
    /// Whether it took a part of a frame, and not the rest.
    broken: bool,
}

impl<W: Write, T: Packable + ?Sized, L: Layout> Writer<W, T, L> {
    /// Creates a writer of a stream of frames with lengths, with the [default limits](LIMITS). It does not write or
    /// allocate yet.
    pub fn new(sink: W) -> Self {
        Self::with_limits(sink, &LIMITS)
    }

    /// Creates a writer of a stream of frames with lengths, within `limits`. (Readers have limits, too.)
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

    /// Sets the offset in the stream of the first byte that is written, so that [`offset`](Self::offset), also that of
    /// errors, counts from the beginning of the stream. Call it before the first value is written. It is for a writer
    /// that appends to a stream.
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

    /// Packs a value and writes it.
    ///
    /// # Errors
    ///
    /// - The value [exceeds the limits](ErrorKind::Value): nothing was written, and another value can be. (The same is
    ///   true if packing it panics.)
    /// - The sink [failed](ErrorKind::Io), with another error than `Interrupted`. If it took nothing of the frame, the
    ///   value can be written again. Otherwise this error is [fatal](Error::is_fatal).
    /// - The sink took a part of a frame before: the writer is [broken](ErrorKind::Broken), and every further call
    ///   returns this error, which is [fatal](Error::is_fatal).
    #[inline]
    pub fn write(&mut self, value: &T) -> Result<(), Error> {
        self.build(|needs| needs.put_as(&value))
    }

    /// Builds a value that never exists in memory, and writes it: see [`Needs`].
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

    /// Copies a packed value and writes it. (Of the limits, only `limits.bytes` is checked.)
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
    /// Returns the error of the sink, or [`ErrorKind::Broken`] if the sink took a part of a frame before.
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
    /// Returns the number of complete values that the sink took from this writer.
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

    /// Returns the offset in the stream of the next byte: where the writer [started](Self::starting_at), plus the
    /// number of bytes that the sink took.
    pub fn offset(&self) -> u64 {
        self.sink.offset
    }

    /// Returns the capacity of the buffer in bytes.
    pub fn capacity(&self) -> usize {
        self.frame.capacity()
    }

    /// Returns a reference to the sink.
    pub fn get_ref(&self) -> &W {
        &self.sink.inner
    }

    /// Returns a mutable reference to the sink. Bytes that are written to it directly are inserted between values,
    /// where a reader does not expect them.
    pub fn get_mut(&mut self) -> &mut W {
        &mut self.sink.inner
    }

    /// Returns the sink. Everything that was written has been passed to it; it is not flushed.
    pub fn into_inner(self) -> W {
        self.sink.inner
    }
}

impl<W> Sink<W> {
    /// Fails if the sink took a part of a frame, so that no other frame can follow.
    #[inline]
    fn check(&self) -> Result<(), Error> {
        if self.broken { Err(self.error(ErrorKind::Broken)) } else { Ok(()) }
    }

    /// Returns an error that is located after the bytes that were taken. It is fatal if they end inside a frame.
    #[cold]
    fn error(&self, kind: ErrorKind) -> Error {
        Error::new(kind, self.counts, self.offset).with_fatal(self.broken)
    }

    /// Returns the error of a value of which nothing was taken.
    #[cold]
    fn refuse(&self, error: error::Error) -> Error {
        Error::value(error, self.counts, self.offset)
    }
}

impl<W: Write> Sink<W> {
    /// Passes a frame to the sink, with a single write if the sink takes all of it.
    #[inline]
    fn take(&mut self, frame: &[u8]) -> Result<(), Error> {
        let mut rest = frame;
        while !rest.is_empty() {
            // (If this panics, it is unknown how much the sink took.)
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

/// Returns the bytes after the first `count`, which a sink took; fails if it took none, or more than there are.
#[inline]
fn after(bytes: &[u8], count: usize) -> io::Result<&[u8]> {
    match bytes.get(count..) {
        Some(_) if count == 0 => Err(io::Error::new(io::ErrorKind::WriteZero, "the sink takes no more bytes")),
        Some(left) => Ok(left),
        None => Err(io::Error::other("the sink claims to have taken more bytes than it was given")),
    }
}
