//! Values out of bytes that come in pieces, from anywhere.

use core::fmt;
use core::marker::PhantomData;

use crate::invariant::Invariant;
use crate::layout::{Compact, Layout};
use crate::limits::Limits;
use crate::packable::Packable;
use crate::packed::Packed;

use super::LIMITS;
use super::buffer::{Buffer, Growth};
use super::error::Error;
use super::framing::{Frame, Framing, Located, Locator};

/// Takes values out of a stream whose bytes come in pieces, cut anywhere: it knows of no I/O.
///
/// Feed it bytes, take values until it asks for more, and at the end of the stream ask whether it may end there. A
/// value is validated, and lent out of the decoder's buffer.
///
/// The buffer is the only allocation. It takes the largest frame and the largest piece at most, if values are taken
/// until the decoder asks for more before more is fed; and whatever a frame announces, only bytes that came take
/// memory. The time is linear in the bytes, also where they come one by one.
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
    buffer: Buffer,
    locator: Locator,
    /// Whether all whole frames were taken, so that what is in the buffer is the beginning of one.
    drained: bool,
    /// Whether a frame was none, so that what comes after it is lost.
    lost: bool,
    types: PhantomData<(Invariant<T>, Invariant<L>)>,
}

/// What comes next in a stream: a value, or nothing until there are more bytes.
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
    /// The next value is not whole: it needs at least so many more bytes.
    NeedAtLeast(usize),
    /// The next value, in the decoder's buffer.
    Value(Packed<T, L, &'d [u8]>),
}

impl<T: Packable + ?Sized, L: Layout> Decoder<T, L> {
    /// A decoder at the beginning of a stream framed by lengths, with the [default limits](LIMITS). It allocates
    /// nothing until it is fed.
    pub fn new() -> Self {
        Self::with_limits(&LIMITS)
    }

    /// A decoder at the beginning of a stream framed by lengths, for values within limits: `limits.bytes` bounds what a
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
        Self { buffer: Buffer::new(), locator, drained: true, lost: false, types: PhantomData }
    }

    /// Takes the next bytes of the stream, any number of them; they are copied. (Those that follow a frame that
    /// [is none](super::ErrorKind::Frame) are dropped.)
    #[inline]
    pub fn feed(&mut self, bytes: &[u8]) {
        if self.lost {
            return;
        }
        let growth = self.growth();
        if let Some(room) = self.buffer.room(bytes.len(), growth).get_mut(..bytes.len()) {
            room.copy_from_slice(bytes);
            self.buffer.fill(bytes.len());
        }
        self.drained = false;
    }

    /// The next value of what was fed, or how many more bytes it needs.
    ///
    /// # Errors
    ///
    /// The value is [not valid](super::ErrorKind::Value): the next call gives the value after it. Or its frame
    /// [is none](super::ErrorKind::Frame): each further call says so again.
    #[inline]
    #[allow(clippy::should_implement_trait, reason = "it lends, as no iterator can")]
    pub fn next(&mut self) -> Result<Step<'_, T, L>, Error> {
        match self.locate()? {
            Located::NeedAtLeast(more) => Ok(Step::NeedAtLeast(more)),
            Located::Frame(frame) => self.take(frame).map(Step::Value),
        }
    }

    /// Says that the stream ends here. Take the values first: it looks only at what is left when there are no more.
    ///
    /// # Errors
    ///
    /// The stream [ends within a frame](super::ErrorKind::Truncated), or what comes next
    /// [is none](super::ErrorKind::Frame).
    ///
    /// ```
    /// use packed_data::stream::Decoder;
    ///
    /// let mut decoder = Decoder::<u16>::new();
    /// assert!(decoder.finish().is_ok());
    /// decoder.feed(&[2, 7]);
    /// assert_eq!(
    ///     decoder.finish().unwrap_err().to_string(),
    ///     "truncated stream: expected at least 1 more bytes of a frame of which there are 2, found the end, \
    ///      at byte 2 of the stream, after 0 whole values"
    /// );
    /// ```
    pub fn finish(&mut self) -> Result<(), Error> {
        self.locator.finish(self.buffer.live())
    }

    /// How many values were taken; those that were refused count, too.
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
        self.locator.values()
    }

    /// Where in the stream the frame of the next value begins, in bytes: up to there all are whole.
    pub fn offset(&self) -> u64 {
        self.locator.offset()
    }

    /// What was fed and not taken.
    pub fn pending(&self) -> &[u8] {
        self.buffer.live()
    }

    /// How many bytes the buffer takes.
    pub fn capacity(&self) -> usize {
        self.buffer.capacity()
    }

    #[inline]
    pub(super) fn locate(&mut self) -> Result<Located, Error> {
        let located = self.locator.locate(self.buffer.live());
        match &located {
            Ok(Located::NeedAtLeast(_)) => self.drained = true,
            Ok(Located::Frame(_)) => {}
            Err(_) => self.lost = true,
        }
        located
    }

    /// Takes a frame, and validates what is in it.
    #[inline]
    pub(super) fn take(&mut self, frame: Frame) -> Result<Packed<T, L, &[u8]>, Error> {
        let (index, start) = self.locator.take(frame);
        let value = self.buffer.take(frame.end).get(frame.start..).unwrap_or_default();
        Packed::from_bytes_with(value, &self.locator.limits).map_err(|error| Error::value(error, index, start))
    }

    #[inline]
    fn growth(&self) -> Growth {
        if self.drained && self.locator.is_exact() { Growth::UpTo(self.locator.wanted()) } else { Growth::Doubling }
    }
}

/// For the reader, which reads into the buffer itself.
#[cfg(feature = "std")]
impl<T: Packable + ?Sized, L: Layout> Decoder<T, L> {
    /// Room for at least one byte of the frame that has begun, and for at least `smallest` bytes altogether: to be
    /// written to from its beginning.
    #[inline]
    pub(super) fn room(&mut self, smallest: usize) -> &mut [u8] {
        self.buffer.compact();
        let growth = self.growth();
        let count = smallest.saturating_sub(self.buffer.live().len()).max(1);
        self.buffer.room(count, growth)
    }

    /// So many bytes came into that room.
    #[inline]
    pub(super) fn filled(&mut self, count: usize) {
        self.buffer.fill(count);
        self.drained = false;
    }

    /// An error where the stream has come to.
    #[cold]
    pub(super) fn error_here(&self, kind: super::ErrorKind) -> Error {
        self.locator.error_at(kind, self.buffer.live().len())
    }
}

impl<T: ?Sized, L: Layout> fmt::Debug for Step<'_, T, L> {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::NeedAtLeast(more) => f.debug_tuple("NeedAtLeast").field(more).finish(),
            Self::Value(value) => f.debug_tuple("Value").field(value).finish(),
        }
    }
}

impl<T: Packable + ?Sized, L: Layout> Default for Decoder<T, L> {
    fn default() -> Self {
        Self::new()
    }
}
