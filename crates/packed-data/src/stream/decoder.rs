//! `Decoder`: reads values from bytes that arrive in pieces, from any source.

use core::fmt;
use core::marker::PhantomData;

use crate::layout::{Compact, Layout};
use crate::packable::Packable;
use crate::packed::Packed;
use crate::wire::invariant::Invariant;
use crate::wire::limits::Limits;

use super::LIMITS;
use super::error::Error;
use super::framing::{Frame, Framing, Located, Locator};
use super::input_buffer::{Growth, InputBuffer};

/// Reads values from a stream whose bytes arrive in pieces of any size. It does no I/O.
///
/// Feed it bytes; take values until it requests more; and at the end of the stream, check with [`finish`](Self::finish)
/// that it may end there. Each value is validated, and lent from the decoder's buffer.
///
/// The buffer is the only allocation. It takes at most the size of the largest frame plus that of the largest piece, if
/// all values are taken before more bytes are fed. Only bytes that have arrived take memory, whatever a frame
/// announces. The time is linear in the number of bytes, also if they arrive one by one.
///
/// ```
/// use packed_data::Compact;
/// use packed_data::stream::{Decoder, Error, Step};
///
/// let bytes = [3, 2, b't', b'o', 3, 2, b'b', b'e']; // "to" and "be", each in a frame of 3 bytes
/// let mut decoder = Decoder::<String, Compact>::new();
/// let mut words = String::new();
/// for piece in bytes.chunks(3) {
///     decoder.feed(piece);
///     while let Step::Value(word) = decoder.next()? {
///         words += word.view();
///     }
/// }
/// decoder.finish()?;
/// assert_eq!(words, "tobe");
/// # Ok::<(), Error>(())
/// ```
pub struct Decoder<T: ?Sized, L = Compact> {
    buffer: InputBuffer,
    locator: Locator,
    /// Whether all complete frames were taken, so that the buffer contains only the beginning of one.
    drained: bool,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

/// The next part of a stream: a value, nothing until more bytes arrive, or the end.
///
/// ```
/// use packed_data::stream::{Decoder, Step};
///
/// let mut decoder = Decoder::<u16>::new();
/// assert!(matches!(decoder.next()?, Step::NeedAtLeast(1))); // a length
/// decoder.feed(&[2]);
/// assert!(matches!(decoder.next()?, Step::NeedAtLeast(2)));
/// decoder.feed(&[7, 0]);
/// let Step::Value(seven) = decoder.next()? else { panic!("it is whole") };
/// assert_eq!(seven.view(), 7);
/// # Ok::<(), packed_data::stream::Error>(())
/// ```
pub enum Step<'d, T: ?Sized, L> {
    /// The next value is not complete: it needs at least this many more bytes.
    NeedAtLeast(usize),
    /// The next value, in the decoder's buffer.
    Value(Packed<T, L, &'d [u8]>),
    /// No value can follow: an earlier call returned a [fatal](Error::is_fatal) error.
    End,
}

impl<T: Packable + ?Sized, L: Layout> Decoder<T, L> {
    /// Creates a decoder for a stream of frames with lengths, with the [default limits](LIMITS). It allocates nothing
    /// until it is fed.
    pub fn new() -> Self {
        Self::with_limits(&LIMITS)
    }

    /// Creates a decoder for a stream of frames with lengths, within `limits`. `limits.bytes` bounds the length that a
    /// frame may announce.
    ///
    /// ```
    /// use packed_data::Limits;
    /// use packed_data::stream::{self, Decoder};
    ///
    /// let mut decoder = Decoder::<String>::with_limits(&Limits { bytes: 100, ..stream::LIMITS });
    /// decoder.feed(&[101]);
    /// assert!(decoder.next().is_err());
    /// ```
    pub fn with_limits(limits: &Limits) -> Self {
        Self::framed(Framing::Length, limits)
    }

    pub(super) fn framed(framing: Framing, limits: &Limits) -> Self {
        let locator = Locator::new(framing, limits);
        Self { buffer: InputBuffer::new(), locator, drained: true, types: PhantomData }
    }

    /// Sets the offset in the stream of the first byte that is fed, so that all offsets, also those of errors, count
    /// from the beginning of the stream. Call it before the first [`feed`](Self::feed).
    ///
    /// ```
    /// use packed_data::stream::Decoder;
    ///
    /// let mut decoder = Decoder::<u16>::new().starting_at(1000);
    /// decoder.feed(&[2, 7, 0, 0xFF]);
    /// decoder.next()?;
    /// assert_eq!((decoder.offset(), decoder.next().unwrap_err().offset()), (1003, 1003));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    #[must_use]
    pub fn starting_at(mut self, offset: u64) -> Self {
        self.locator.start_at(offset);
        self
    }

    /// Copies the next bytes of the stream, any number of them, into the buffer. (Bytes after a
    /// [fatal](Error::is_fatal) error of [`next`](Self::next) are dropped.)
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.locator.is_lost() {
            return;
        }
        let growth = self.growth();
        if let Some(space) = self.buffer.space(bytes.len(), growth).get_mut(..bytes.len()) {
            space.copy_from_slice(bytes);
            self.buffer.fill(bytes.len());
        }
        self.drained = false;
    }

    /// Returns the next value of the bytes that were fed, or how many more bytes it needs.
    ///
    /// # Errors
    ///
    /// - The value is [not valid](super::ErrorKind::Value): the next call returns the value after it.
    /// - The header of its frame is [not valid](super::ErrorKind::Frame), which is [fatal](Error::is_fatal): each
    ///   further call returns [`Step::End`].
    ///
    /// ```
    /// use packed_data::stream::{Decoder, Step};
    ///
    /// let mut decoder = Decoder::<u16>::new();
    /// decoder.feed(&[1, 9, 2, 7, 0, 0xFF]);
    /// assert!(!decoder.next().unwrap_err().is_fatal()); // a frame of 1 byte
    /// assert!(matches!(decoder.next()?, Step::Value(_)));
    /// assert!(decoder.next().unwrap_err().is_fatal());
    /// assert!(matches!(decoder.next()?, Step::End));
    /// assert_eq!((decoder.values(), decoder.refused()), (1, 1));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it lends, as no iterator can")]
    pub fn next(&mut self) -> Result<Step<'_, T, L>, Error> {
        match self.locate()? {
            Located::NeedAtLeast(more) => Ok(Step::NeedAtLeast(more)),
            Located::Frame(frame) => self.take(frame).map(Step::Value),
            Located::End => Ok(Step::End),
            #[cfg(feature = "twox-hash-2")]
            Located::Skip(_) => unreachable!("`locate` takes these bytes"),
        }
    }

    /// Checks that the stream may end here. Take all values first: this looks only at the bytes that are left.
    ///
    /// # Errors
    ///
    /// Returns an [`Error`] if the stream [ends inside a frame](super::ErrorKind::Truncated) (its offset is the
    /// beginning of that frame), or if the header of that frame is [not valid](super::ErrorKind::Frame). Every further
    /// call returns it again.
    ///
    /// ```
    /// use packed_data::stream::Decoder;
    ///
    /// let mut decoder = Decoder::<u16>::new();
    /// assert!(decoder.finish().is_ok());
    /// decoder.feed(&[2, 7]);
    /// assert_eq!(
    ///     decoder.finish().unwrap_err().to_string(),
    ///     "truncated stream: expected a frame of at least 3 bytes, found the end after 2, at byte 0 of the stream, \
    ///      after 0 whole values"
    /// );
    /// ```
    pub fn finish(&mut self) -> Result<(), Error> {
        self.locator.finish(self.buffer.live())
    }

    /// Returns the number of values that were returned by [`next`](Self::next).
    ///
    /// ```
    /// use packed_data::stream::Decoder;
    ///
    /// let mut decoder = Decoder::<u16>::new();
    /// decoder.feed(&[2, 7, 0, 2]);
    /// decoder.next()?;
    /// assert_eq!((decoder.values(), decoder.offset(), decoder.pending()), (1, 3, &[2][..]));
    /// # Ok::<(), packed_data::stream::Error>(())
    /// ```
    pub fn values(&self) -> u64 {
        self.locator.counts().values
    }

    /// Returns the number of frames that were skipped because their value was refused.
    pub fn refused(&self) -> u64 {
        self.locator.counts().refused
    }

    /// Returns the offset in the stream, in bytes, of the next frame. All frames before it are complete.
    pub fn offset(&self) -> u64 {
        self.locator.offset()
    }

    /// Returns the bytes that were fed and not yet taken.
    pub fn pending(&self) -> &[u8] {
        self.buffer.live()
    }

    /// Returns the capacity of the buffer in bytes.
    pub fn capacity(&self) -> usize {
        self.buffer.capacity()
    }

    #[inline]
    pub(super) fn locate(&mut self) -> Result<Located, Error> {
        let located = self.locator.locate(self.buffer.live());
        #[cfg(feature = "twox-hash-2")]
        let located = self.skip_garbage(located);
        if let Ok(Located::NeedAtLeast(_)) = located {
            self.drained = true;
        }
        located
    }

    /// Takes the bytes that belong to no value, and locates the frame after them.
    #[cfg(feature = "twox-hash-2")]
    fn skip_garbage(&mut self, mut located: Result<Located, Error>) -> Result<Located, Error> {
        while let Ok(Located::Skip(count)) = located {
            self.buffer.take(count);
            self.locator.skip(count);
            located = self.locator.locate(self.buffer.live());
        }
        located
    }

    /// Takes a frame, validates its value, and returns the value.
    #[inline]
    pub(super) fn take(&mut self, frame: Frame) -> Result<Packed<T, L, &[u8]>, Error> {
        let start = self.locator.take(frame);
        let value = self.buffer.take(frame.end).get(frame.start..).unwrap_or_default();
        let packed = Packed::with_limits(&self.locator.limits).from_bytes(value);
        self.locator.count(start, packed)
    }

    #[inline]
    fn growth(&self) -> Growth {
        if self.drained && self.locator.is_exact() { Growth::UpTo(self.locator.wanted()) } else { Growth::Doubling }
    }
}

/// Functions for the reader, which reads into the buffer directly.
#[cfg(feature = "std")]
impl<T: Packable + ?Sized, L: Layout> Decoder<T, L> {
    /// Returns free space, to be written from its beginning: for at least one byte of the frame that has begun, and so
    /// that the buffer has at least `smallest` bytes in all.
    #[inline]
    pub(super) fn space(&mut self, smallest: usize) -> &mut [u8] {
        self.buffer.compact();
        let growth = self.growth();
        let count = smallest.saturating_sub(self.buffer.live().len()).max(1);
        self.buffer.space(count, growth)
    }

    /// Marks the first `count` bytes of that space as received.
    #[inline]
    pub(super) fn filled(&mut self, count: usize) {
        self.buffer.fill(count);
        self.drained = false;
        #[cfg(feature = "twox-hash-2")]
        if count > 0 {
            self.locator.set_ended(false);
        }
    }

    /// Notes that the source has no more bytes; returns whether something may be found because of that.
    #[cfg(feature = "twox-hash-2")]
    pub(super) fn end(&mut self) -> bool {
        self.locator.set_ended(true)
    }

    /// Returns an error that is located after all bytes that were received.
    #[cold]
    pub(super) fn error_here(&self, kind: super::ErrorKind) -> Error {
        self.locator.error_at(kind, self.buffer.live().len())
    }

    /// Reports an error of the source, or that the stream is truncated. A fatal error is reported only once.
    #[cold]
    pub(super) fn report(&mut self, error: Error) -> Result<(), Error> {
        self.locator.report(error, self.buffer.live().len())
    }
}

impl<T: Packable + ?Sized, L: Layout> fmt::Debug for Step<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedAtLeast(more) => f.debug_tuple("NeedAtLeast").field(more).finish(),
            Self::Value(value) => f.debug_tuple("Value").field(value).finish(),
            Self::End => f.write_str("End"),
        }
    }
}

impl<T: Packable + ?Sized, L: Layout> Default for Decoder<T, L> {
    fn default() -> Self {
        Self::new()
    }
}
