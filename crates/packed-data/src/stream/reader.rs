//! `Reader`: reads values from a source of bytes.

use std::io::{self, Read};

use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::packed::Packed;
use crate::wire::limits::Limits;

use super::LIMITS;
use super::decoder::Decoder;
use super::error::{Error, ErrorKind};
use super::framing::{Framing, Located};

/// How many bytes are requested from a source at once, unless a frame is larger. It is so large that the cost of a
/// system call is small in comparison, and so small that the bytes are still in the cache when they are validated.
const CHUNK: usize = 32 << 10;

/// Reads packed values, one after the other, from any [`Read`].
///
/// Each value is validated, and lent from the one buffer. The buffer takes 32 KiB or the size of the largest frame,
/// whichever is more; a [`BufReader`](std::io::BufReader) around the source is not needed. Memory is allocated as bytes
/// arrive, never for bytes that a frame only announces.
///
/// ```
/// use packed_data::stream::{Error, Reader, Writer};
///
/// let mut writer = Writer::<_, String>::new(Vec::new());
/// for word in ["to", "be", "or"] {
///     writer.write(&word.to_string())?;
/// }
///
/// let mut reader = Reader::<_, String>::new(writer.get_ref().as_slice());
/// let mut words = Vec::new();
/// while let Some(word) = reader.next()? {
///     words.push(word.view().to_string());
/// }
/// assert_eq!(words, ["to", "be", "or"]);
/// # Ok::<(), Error>(())
/// ```
pub struct Reader<R, T: ?Sized, L = Compact> {
    source: R,
    decoder: Decoder<T, L>,
}

impl<R: Read, T: Packable + ?Sized, L: Layout> Reader<R, T, L> {
    /// Creates a reader for a stream of frames with lengths, with the [default limits](LIMITS). It does not read or
    /// allocate yet.
    pub fn new(source: R) -> Self {
        Self::with_limits(source, &LIMITS)
    }

    /// Creates a reader for a stream of frames with lengths, within `limits`. `limits.bytes` bounds the length that a
    /// frame may announce.
    pub fn with_limits(source: R, limits: &Limits) -> Self {
        Self::framed(source, Framing::Length, limits)
    }

    /// Creates a reader for a stream of [blocks](super::block) (feature `twox-hash-2`), with the [default
    /// limits](LIMITS).
    ///
    /// Each block is checked before its first value is returned. Damaged bytes are passed, up to the next intact block,
    /// and then reported by an error that is [not fatal](Error::is_fatal): [`ErrorKind::Damaged`]. Missing blocks are
    /// reported too: [`ErrorKind::Gap`]. So a loop that goes on after errors that are not fatal reads every value of
    /// every intact block. A last block that was cut off is [`ErrorKind::Truncated`].
    ///
    /// The buffer takes as much memory as the largest block.
    ///
    /// ```
    /// use packed_data::stream::{ErrorKind, Reader, Writer};
    ///
    /// let mut writer = Writer::<_, u16>::blocks(Vec::new());
    /// for number in 0..4 {
    ///     writer.write(&number)?; // a block for each
    /// }
    /// let mut bytes = writer.into_inner();
    /// bytes[80] ^= 1; // in the second block
    ///
    /// let mut reader = Reader::<_, u16>::blocks(bytes.as_slice());
    /// let mut numbers = Vec::new();
    /// let mut errors = Vec::new();
    /// loop {
    ///     match reader.next() {
    ///         Ok(Some(number)) => numbers.push(number.view()),
    ///         Ok(None) => break,
    ///         Err(error) if error.is_fatal() => return Err(error),
    ///         Err(error) => errors.push(error),
    ///     }
    /// }
    /// assert_eq!(numbers, [0, 2, 3]);
    /// assert!(matches!(errors[0].kind(), ErrorKind::Damaged { bytes: 70 }));
    /// assert!(matches!(errors[1].kind(), ErrorKind::Gap { expected: 1, found: 2 }));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    #[cfg(feature = "twox-hash-2")]
    pub fn blocks(source: R) -> Self {
        Self::blocks_with_limits(source, &LIMITS)
    }

    /// Creates a reader for a stream of [blocks](super::block), within `limits`. `limits.bytes` bounds the values, and
    /// (with 1 MiB added) the payload of a block.
    #[cfg(feature = "twox-hash-2")]
    pub fn blocks_with_limits(source: R, limits: &Limits) -> Self {
        Self::framed(source, Framing::Blocks(alloc::boxed::Box::new(super::blocks::Blocks::new())), limits)
    }

    pub(super) fn framed(source: R, framing: Framing, limits: &Limits) -> Self {
        Self { source, decoder: Decoder::framed(framing, limits) }
    }

    /// Sets the offset in the stream of the first byte that is read, so that all offsets, also those of errors, count
    /// from the beginning of the stream. Call it before the first value is read. It is for a source that does not begin
    /// at the beginning of the stream, such as a file that is read from the middle.
    ///
    /// ```
    /// use packed_data::stream::Reader;
    ///
    /// let bytes = [2, 7, 0, 2, 8, 0];
    /// let mut reader = Reader::<_, u16>::new(&bytes[3..]).starting_at(3);
    /// assert!(reader.next()?.is_some());
    /// assert_eq!(reader.offset(), 6);
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    #[must_use]
    pub fn starting_at(self, offset: u64) -> Self {
        Self { decoder: self.decoder.starting_at(offset), ..self }
    }

    /// Returns the next value, in the reader's buffer, or `None` at the end of the source.
    ///
    /// The call blocks if the source blocks. If the source ends and continues later, such as a file that grows, call
    /// this again.
    ///
    /// # Errors
    ///
    /// - The value is [not valid](ErrorKind::Value): the next call returns the value after it.
    /// - The header of its frame is [not valid](ErrorKind::Frame): every further call returns `None`.
    /// - The source [ended inside a frame](ErrorKind::Truncated): the offset of the error is the beginning of that
    ///   frame.
    /// - The source [failed](ErrorKind::Io), with another error than `Interrupted`. Nothing is lost.
    ///
    /// After either of the last two, the next call reads from the source again. As long as no more bytes arrive, a
    /// [fatal](Error::is_fatal) error is not repeated: the call returns `None`. So a loop that continues after every
    /// error ends.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it lends, as no iterator can")]
    pub fn next(&mut self) -> Result<Option<Packed<T, L, &[u8]>>, Error> {
        let frame = loop {
            match self.decoder.locate()? {
                Located::Frame(frame) => break frame,
                Located::End => return Ok(None),
                #[cfg(feature = "twox-hash-2")]
                Located::Skip(_) => unreachable!("the decoder takes these bytes"),
                Located::NeedAtLeast(_) => {
                    let filled = self.fill();
                    if let Ok(1..) = filled {
                        continue;
                    }
                    #[cfg(feature = "twox-hash-2")]
                    if filled.is_ok() && self.decoder.end() {
                        continue;
                    }
                    let Err(error) = filled.and_then(|_| self.decoder.finish()) else { return Ok(None) };
                    return self.decoder.report(error).map(|()| None);
                }
            }
        };
        self.decoder.take(frame).map(Some)
    }

    /// Calls `f` with the next value and returns its result, or `None` at the end of the source.
    ///
    /// # Errors
    ///
    /// As for [`next`](Self::next).
    ///
    /// ```
    /// use packed_data::stream::{Error, Reader};
    ///
    /// let mut reader = Reader::<_, String>::new(&[3, 2, b'h', b'i'][..]);
    /// assert_eq!(reader.next_with(|word| word.view().len())?, Some(2));
    /// assert_eq!(reader.next_with(|word| word.view().len())?, None);
    /// # Ok::<(), Error>(())
    /// ```
    #[inline]
    pub fn next_with<V>(&mut self, f: impl FnOnce(Packed<T, L, &[u8]>) -> V) -> Result<Option<V>, Error> {
        Ok(self.next()?.map(f))
    }

    /// Calls `f` with each value up to the end of the source, and returns the number of values.
    ///
    /// # Errors
    ///
    /// Returns the same errors as [`next`](Self::next), and those of `f`. Either ends the loop; unless the error is
    /// [fatal](Error::is_fatal), the values after it can still be read.
    ///
    /// ```
    /// use packed_data::stream::{Error, Reader};
    ///
    /// let mut reader = Reader::<_, u16>::new(&[2, 7, 0, 2, 8, 0][..]);
    /// let mut sum = 0;
    /// let count = reader.for_each(|number| {
    ///     sum += number.view();
    ///     Ok::<_, Error>(())
    /// })?;
    /// assert_eq!((count, sum), (2, 15));
    /// # Ok::<(), Error>(())
    /// ```
    pub fn for_each<E: From<Error>>(
        &mut self,
        mut f: impl FnMut(Packed<T, L, &[u8]>) -> Result<(), E>,
    ) -> Result<u64, E> {
        let mut count = 0;
        while let Some(value) = self.next()? {
            f(value)?;
            count += 1;
        }
        Ok(count)
    }

    /// Reads from the source once, and returns how many bytes it was; repeats that after `Interrupted`.
    fn fill(&mut self) -> Result<usize, Error> {
        loop {
            let space = self.decoder.space(CHUNK);
            let asked = space.len();
            match self.source.read(space) {
                Ok(count) if count <= asked => {
                    self.decoder.filled(count);
                    return Ok(count);
                }
                Ok(_) => return Err(self.decoder.error_here(ErrorKind::Io(too_many()))),
                Err(error) if error.kind() == io::ErrorKind::Interrupted => {}
                Err(error) => return Err(self.decoder.error_here(ErrorKind::Io(error))),
            }
        }
    }
}

#[cold]
fn too_many() -> io::Error {
    io::Error::other("the source claims to have read more bytes than were requested")
}

impl<R, T: Packable + ?Sized, L: Layout> Reader<R, T, L> {
    /// Returns the number of values that were returned by [`next`](Self::next).
    ///
    /// ```
    /// use packed_data::stream::Reader;
    ///
    /// let mut reader = Reader::<_, u16>::new(&[2, 7, 0, 2][..]);
    /// assert!(reader.next()?.is_some());
    /// assert_eq!(reader.next().unwrap_err().offset(), 3); // truncated to 3 bytes, the stream is whole
    /// assert_eq!((reader.values(), reader.offset(), reader.pending()), (1, 3, &[2][..]));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn values(&self) -> u64 {
        self.decoder.values()
    }

    /// Returns the number of frames that were skipped because their value was refused.
    ///
    /// ```
    /// use packed_data::stream::Reader;
    ///
    /// let mut reader = Reader::<_, bool>::new(&[1, 7, 1, 1][..]);
    /// assert!(reader.next().is_err());
    /// assert!(reader.next()?.is_some());
    /// assert_eq!((reader.values(), reader.refused()), (1, 1));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn refused(&self) -> u64 {
        self.decoder.refused()
    }

    /// Returns the offset in the stream, in bytes, of the next frame. All frames before it are complete.
    pub fn offset(&self) -> u64 {
        self.decoder.offset()
    }

    /// Returns the bytes that were read from the source and do not belong to a value that was returned.
    pub fn pending(&self) -> &[u8] {
        self.decoder.pending()
    }

    /// Returns the capacity of the buffer in bytes.
    pub fn capacity(&self) -> usize {
        self.decoder.capacity()
    }

    /// Returns a reference to the source.
    pub fn get_ref(&self) -> &R {
        &self.source
    }

    /// Returns a mutable reference to the source. Bytes that are read from it directly are missing from the stream.
    pub fn get_mut(&mut self) -> &mut R {
        &mut self.source
    }

    /// Returns the source. The [pending](Self::pending) bytes were already read from it, and are lost.
    pub fn into_inner(self) -> R {
        self.source
    }
}
