//! `Writer`: writes values to a sink of bytes.

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
#[cfg(feature = "twox-hash-2")]
use super::block::BlockBuilder;
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
    /// The block that is gathered, in a stream of blocks.
    #[cfg(feature = "twox-hash-2")]
    block: Option<Gathered>,
    sink: Sink<W>,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

/// Values that wait until their block is complete.
#[cfg(feature = "twox-hash-2")]
struct Gathered {
    builder: BlockBuilder,
    id: [u8; 8],
    /// The number of the first record in the block.
    first: u64,
    /// A block with at least this many bytes is complete.
    size: usize,
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
        Self {
            frame: FrameBuffer::new(framing, limits),
            #[cfg(feature = "twox-hash-2")]
            block: None,
            sink,
            types: PhantomData,
        }
    }

    /// Creates a writer of a stream of [blocks](super::block) (feature `twox-hash-2`), with the [default
    /// limits](LIMITS).
    ///
    /// A block is written for each value, unless [`block_size`](Self::block_size) is called. Its header takes 64 bytes,
    /// and the table of records 4 bytes for each.
    ///
    /// ```
    /// use packed_data::stream::{Error, Reader, Writer};
    ///
    /// let mut writer = Writer::<_, String>::blocks(Vec::new()).block_size(64 << 10);
    /// writer.write(&"to".into())?;
    /// writer.write(&"be".into())?;
    /// assert_eq!(writer.get_ref().len(), 0);
    /// writer.flush()?;
    /// let bytes = writer.into_inner();
    /// assert_eq!(bytes.len(), 64 + 2 * (3 + 4));
    ///
    /// let mut words = String::new();
    /// Reader::<_, String>::blocks(bytes.as_slice()).for_each(|word| {
    ///     words += word.view();
    ///     Ok::<_, Error>(())
    /// })?;
    /// assert_eq!(words, "tobe");
    /// # Ok::<(), Error>(())
    /// ```
    #[cfg(feature = "twox-hash-2")]
    pub fn blocks(sink: W) -> Self {
        Self::blocks_with_limits(sink, &LIMITS)
    }

    /// Creates a writer of a stream of [blocks](super::block), within `limits`.
    #[cfg(feature = "twox-hash-2")]
    pub fn blocks_with_limits(sink: W, limits: &Limits) -> Self {
        let block = Gathered { builder: BlockBuilder::new(limits), id: [0; 8], first: 0, size: 0 };
        Self { block: Some(block), ..Self::with_limits(sink, limits) }
    }

    /// Sets, for a stream of blocks, how many bytes a block has at least (but not the last one before a
    /// [`flush`](Self::flush)). Values are kept back until their block is complete: call `flush` before the writer is
    /// dropped.
    #[cfg(feature = "twox-hash-2")]
    #[must_use]
    pub fn block_size(mut self, bytes: usize) -> Self {
        if let Some(block) = &mut self.block {
            block.size = bytes;
        }
        self
    }

    /// Sets, for a stream of blocks, the id of the stream and the number of the next value in it. Call it before the
    /// first value is written.
    #[cfg(feature = "twox-hash-2")]
    #[must_use]
    pub fn block_id(mut self, id: [u8; 8], first: u64) -> Self {
        if let Some(block) = &mut self.block {
            (block.id, block.first) = (id, first);
        }
        self
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
        #[cfg(feature = "twox-hash-2")]
        if self.block.is_some() {
            return self.gather(|builder| builder.build::<T, L>(fill).map(|_| ()));
        }
        let frame = self.frame.build::<T, L>(fill).map_err(|error| self.sink.refuse(error))?;
        self.sink.take(frame, 1)
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
        #[cfg(feature = "twox-hash-2")]
        if self.block.is_some() {
            return self.gather(|builder| builder.push(packed.as_bytes()));
        }
        let frame = self.frame.copy(packed).map_err(|error| self.sink.refuse(error))?;
        self.sink.take(frame, 1)
    }

    /// Adds a value to the block, and writes the block if it is complete. If that fails, the value is not added.
    #[cfg(feature = "twox-hash-2")]
    fn gather(&mut self, add: impl FnOnce(&mut BlockBuilder) -> Result<(), error::Error>) -> Result<(), Error> {
        let is_complete = |block: &Gathered| block.builder.records() > 0 && block.builder.size() >= block.size;
        if self.block.as_ref().is_some_and(is_complete) {
            self.write_block()?;
        }
        let Some(block) = &mut self.block else { return Ok(()) };
        add(&mut block.builder).map_err(|error| self.sink.refuse(error))?;
        if !is_complete(block) {
            return Ok(());
        }
        let written = self.write_block();
        if let (Err(_), Some(block)) = (&written, &mut self.block) {
            block.builder.pop();
        }
        written
    }

    /// Writes the values that wait for their block, as a block.
    #[cfg(feature = "twox-hash-2")]
    fn write_block(&mut self) -> Result<(), Error> {
        if let Some(block) = &mut self.block
            && block.builder.records() > 0
        {
            let records = block.builder.records().into();
            self.sink.take(block.builder.seal(block.id, block.first, None), records)?;
            block.first = block.first.saturating_add(records);
            block.builder.clear();
        }
        Ok(())
    }

    /// Flushes the sink. (The writer itself keeps nothing back, and need not be flushed before it is dropped; except in
    /// a stream of blocks with a block size.)
    ///
    /// # Errors
    ///
    /// Returns the error of the sink, or [`ErrorKind::Broken`] if the sink took a part of a frame before.
    pub fn flush(&mut self) -> Result<(), Error> {
        self.sink.check()?;
        #[cfg(feature = "twox-hash-2")]
        self.write_block()?;
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
        #[cfg(feature = "twox-hash-2")]
        if let Some(block) = &self.block {
            return block.builder.capacity();
        }
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

    /// Returns the sink. Everything that was written has been passed to it (in a stream of blocks with a block size,
    /// what was written before the last `flush`); it is not flushed.
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
    /// Passes a frame with this many values to the sink, with a single write if the sink takes all of it.
    #[inline]
    fn take(&mut self, frame: &[u8], values: u64) -> Result<(), Error> {
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
        self.counts.values += values;
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
