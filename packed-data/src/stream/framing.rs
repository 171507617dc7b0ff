//! Where one value ends and the next begins.

use crate::cbor::{Scan, Scanner};
use crate::error::ErrorKind;
use crate::limits::Limits;

use super::error::{self, Counts};
use super::frame::{FrameHeader, read_frame_header};

/// How the values of a stream are told apart.
pub(super) enum Framing {
    /// Each has its length before it.
    Length,
    /// Each tells itself where it ends: a CBOR sequence (RFC 8742). How much of the item that has begun was looked at.
    Sequence(Scanner),
}

/// A whole frame at the beginning of bytes.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// Where its value begins.
    pub(super) start: usize,
    /// Where it ends.
    pub(super) end: usize,
}

/// What is at the beginning of bytes.
pub(super) enum Located {
    /// The beginning of a frame, which needs at least this many more bytes.
    NeedAtLeast(usize),
    /// A whole frame.
    Frame(Frame),
    /// Nothing can follow: a frame without an end was reported.
    End,
}

/// What is wrong with a frame, and how many bytes into it.
pub(super) struct Malformed(ErrorKind, usize);

impl Framing {
    /// Whether a length stands before each value.
    #[inline]
    pub(super) fn has_length(&self) -> bool {
        match self {
            Self::Length => true,
            Self::Sequence(_) => false,
        }
    }

    /// Where the frame ends that begins where the bytes do; or where it ends at least, if it is not whole.
    #[inline]
    fn end(&mut self, bytes: &[u8], limits: &Limits) -> Result<Frame, Malformed> {
        match self {
            Self::Length => length_end(bytes, limits),
            Self::Sequence(scanner) => sequence_end(scanner, bytes, limits),
        }
    }

    /// The frame has been taken: another begins.
    #[inline]
    fn restart(&mut self) {
        match self {
            Self::Length => {}
            Self::Sequence(scanner) => scanner.restart(),
        }
    }
}

#[inline]
fn length_end(bytes: &[u8], limits: &Limits) -> Result<Frame, Malformed> {
    let (start, length) = match read_frame_header(bytes).map_err(|kind| Malformed(kind, 0))? {
        FrameHeader::NeedAtLeast(end) => return Ok(Frame { start: end, end }),
        FrameHeader::Length { width, length } => (width, length),
    };
    let end = usize::try_from(length).ok().filter(|length| *length <= limits.bytes).and_then(|n| n.checked_add(start));
    match end {
        Some(end) => Ok(Frame { start, end }),
        None => Err(Malformed(ErrorKind::TooLarge { limit: limits.bytes }, 0)),
    }
}

fn sequence_end(scanner: &mut Scanner, bytes: &[u8], limits: &Limits) -> Result<Frame, Malformed> {
    let end = match scanner.advance(bytes) {
        Ok(Scan::NeedAtLeast(more)) => bytes.len().saturating_add(more),
        Ok(Scan::Item(end)) => end,
        // (Which claims bytes that may never come: it is told where it begins.)
        Err(error) if matches!(error.kind(), ErrorKind::TooLarge { .. }) => return Err(Malformed(error.kind(), 0)),
        Err(error) => return Err(Malformed(error.kind(), error.offset())),
    };
    if end > limits.bytes {
        return Err(Malformed(ErrorKind::TooLarge { limit: limits.bytes }, 0));
    }
    Ok(Frame { start: 0, end })
}

/// Goes through a stream frame by frame, and knows where it is.
pub(super) struct Locator {
    framing: Framing,
    pub(super) limits: Limits,
    /// Frames that were taken.
    counts: Counts,
    /// Offset of the next one.
    offset: u64,
    /// How many bytes the frame that has begun is long at least, or 0 if that is not known.
    wanted: usize,
    /// Whether a frame without an end was reported.
    is_lost: bool,
    /// Offset of the end of the stream for which a fatal error was reported. At another one it is reported anew.
    #[cfg(feature = "std")]
    reported: Option<u64>,
}

impl Locator {
    pub(super) fn new(framing: Framing, limits: &Limits) -> Self {
        Self {
            framing,
            limits: *limits,
            counts: Counts::default(),
            offset: 0,
            wanted: 0,
            is_lost: false,
            #[cfg(feature = "std")]
            reported: None,
        }
    }

    /// Sets the offset of the first frame. Before any is taken.
    pub(super) fn start_at(&mut self, offset: u64) {
        self.offset = offset;
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Whether a frame without an end was reported.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// How many bytes the frame that has begun is long at least. With lengths in the stream it is not longer, once its
    /// own is there.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Whether what is [wanted](Self::wanted) is no guess that grows with what comes.
    pub(super) fn is_exact(&self) -> bool {
        self.framing.has_length()
    }

    /// What is at the beginning of bytes, which are those that follow the frames that were taken.
    ///
    /// # Errors
    ///
    /// A frame without an end: once.
    #[inline]
    pub(super) fn locate(&mut self, bytes: &[u8]) -> Result<Located, error::Error> {
        if self.is_lost {
            return Ok(Located::End);
        }
        let located = self.find(bytes);
        self.is_lost = located.is_err();
        located
    }

    /// As [`Self::locate`], but a frame without an end is reported by each call.
    #[inline]
    fn find(&mut self, bytes: &[u8]) -> Result<Located, error::Error> {
        if bytes.len() < self.wanted {
            return Ok(Located::NeedAtLeast(self.wanted - bytes.len()));
        }
        let frame = match self.framing.end(bytes, &self.limits) {
            Ok(frame) => frame,
            Err(Malformed(kind, at)) => return Err(self.error_at(error::ErrorKind::Frame(kind), at)),
        };
        if frame.end > bytes.len() {
            self.wanted = frame.end;
            return Ok(Located::NeedAtLeast(frame.end - bytes.len()));
        }
        Ok(Located::Frame(frame))
    }

    /// Takes the frame; returns the offset of its value.
    #[inline]
    pub(super) fn take(&mut self, frame: Frame) -> u64 {
        let start = self.offset.saturating_add(frame.start as u64);
        self.offset = self.offset.saturating_add(frame.end as u64);
        self.wanted = 0;
        self.framing.restart();
        start
    }

    /// Counts the value of the frame that was taken, which began at `start`: handed out, or refused.
    #[inline]
    pub(super) fn count<V>(&mut self, start: u64, value: Result<V, crate::error::Error>) -> Result<V, error::Error> {
        match value {
            Ok(value) => {
                self.counts.values += 1;
                Ok(value)
            }
            Err(error) => {
                let error = error::Error::value(error, self.counts, start);
                self.counts.refused += 1;
                Err(error)
            }
        }
    }

    /// An error `at` bytes into the frame that has begun.
    #[cold]
    pub(super) fn error_at(&self, kind: error::ErrorKind, at: usize) -> error::Error {
        error::Error::new(kind, self.counts, self.offset.saturating_add(at as u64))
    }

    /// Whether the stream may end after these bytes, which are those that follow the frames that were taken.
    pub(super) fn finish(&mut self, bytes: &[u8]) -> Result<(), error::Error> {
        let found = bytes.len();
        // What came after the last guess may tell more.
        self.wanted = 0;
        match self.find(bytes)? {
            Located::NeedAtLeast(needed) if found > 0 => {
                Err(self.error_at(error::ErrorKind::Truncated { found, needed }, 0))
            }
            _ => Ok(()),
        }
    }

    /// Reports an error after `found` bytes of the frame that has begun: a fatal one only once for each end of the
    /// stream, so that a loop that goes on after every error ends.
    #[cfg(feature = "std")]
    #[cold]
    pub(super) fn report(&mut self, error: error::Error, found: usize) -> Result<(), error::Error> {
        let end = Some(self.offset.saturating_add(found as u64));
        if error.is_fatal() && core::mem::replace(&mut self.reported, end) == end { Ok(()) } else { Err(error) }
    }
}
