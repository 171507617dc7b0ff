//! Finds where one value of a stream ends and the next one begins.

#[cfg(feature = "twox-hash-2")]
use alloc::boxed::Box;

#[cfg(feature = "cbor")]
use packed_data_cbor::{Scan, Scanner};

use crate::wire::error::ErrorKind;
use crate::wire::limits::Limits;

#[cfg(feature = "twox-hash-2")]
use super::blocks::{Blocks, Found};
use super::error::{self, Counts};
use super::frame::{FrameHeader, read_frame_header};

/// How the values of a stream are separated.
pub(super) enum Framing {
    /// The length of each value is written before it.
    Length,
    /// Each value is self-delimiting: a CBOR sequence (RFC 8742). The scanner keeps the state of the item that has
    /// begun.
    #[cfg(feature = "cbor")]
    Sequence(Scanner),
    /// Values are in blocks with checksums.
    #[cfg(feature = "twox-hash-2")]
    #[cfg_attr(not(feature = "std"), allow(dead_code, reason = "only `Reader` reads blocks"))]
    Blocks(Box<Blocks>),
}

/// The bounds of a frame, as offsets from its beginning.
#[derive(Clone, Copy)]
pub(super) struct Frame {
    /// The offset at which the value begins.
    pub(super) start: usize,
    /// The offset at which the value ends.
    pub(super) end: usize,
}

/// What was found at the beginning of some bytes.
pub(super) enum Located {
    /// The beginning of a frame, which needs at least this many more bytes.
    NeedAtLeast(usize),
    /// A complete frame.
    Frame(Frame),
    /// Bytes that belong to no value, and must be taken first.
    #[cfg(feature = "twox-hash-2")]
    Skip(usize),
    /// Nothing: an invalid frame header was reported, so the beginning of the next frame is unknown.
    End,
}

/// An invalid frame: what is wrong, and how many bytes after the beginning of the frame.
pub(super) struct Malformed(ErrorKind, usize);

impl Framing {
    /// Returns whether the length of each value is written before it.
    #[cfg(feature = "std")]
    #[inline]
    pub(super) fn has_length(&self) -> bool {
        matches!(self, Self::Length)
    }

    /// Returns whether the size of a frame is known before all of it has arrived.
    #[inline]
    fn is_exact(&self) -> bool {
        match self {
            Self::Length => true,
            #[cfg(feature = "cbor")]
            Self::Sequence(_) => false,
            #[cfg(feature = "twox-hash-2")]
            Self::Blocks(_) => true,
        }
    }

    /// Returns the bounds of the frame at the beginning of `bytes`. If the frame is not complete, its `end` is a lower
    /// bound, which is greater than the number of bytes.
    #[inline]
    fn end(&mut self, bytes: &[u8], limits: &Limits) -> Result<Frame, Malformed> {
        match self {
            Self::Length => length_end(bytes, limits),
            #[cfg(feature = "cbor")]
            Self::Sequence(scanner) => sequence_end(scanner, bytes, limits),
            // (The locator finds the records of blocks itself.)
            #[cfg(feature = "twox-hash-2")]
            Self::Blocks(_) => Ok(Frame { start: 0, end: 0 }),
        }
    }

    /// Prepares for the next frame, after one was taken.
    #[inline]
    fn restart(&mut self, _taken: Frame) {
        match self {
            Self::Length => {}
            #[cfg(feature = "cbor")]
            Self::Sequence(scanner) => scanner.restart(),
            #[cfg(feature = "twox-hash-2")]
            Self::Blocks(blocks) => blocks.take(_taken.end),
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

#[cfg(feature = "cbor")]
fn sequence_end(scanner: &mut Scanner, bytes: &[u8], limits: &Limits) -> Result<Frame, Malformed> {
    let end = match scanner.advance(bytes) {
        Ok(Scan::NeedAtLeast(more)) => bytes.len().saturating_add(more),
        Ok(Scan::Item(end)) => end,
        // (If it is `TooLarge`, the item claims bytes that may never come: the error is located at its beginning.)
        Err(error) => {
            let kind = error.kind().into();
            return Err(Malformed(kind, if matches!(kind, ErrorKind::TooLarge { .. }) { 0 } else { error.offset() }));
        }
    };
    if end > limits.bytes {
        return Err(Malformed(ErrorKind::TooLarge { limit: limits.bytes }, 0));
    }
    Ok(Frame { start: 0, end })
}

/// Finds the frames of a stream, one after the other, and counts values and bytes.
pub(super) struct Locator {
    framing: Framing,
    pub(super) limits: Limits,
    /// The number of values in the frames that were taken.
    counts: Counts,
    /// The offset of the next frame in the stream.
    offset: u64,
    /// A lower bound on the size of the frame that has begun; 0 if it is not known.
    wanted: usize,
    /// Whether an invalid frame header was reported, so that no further frame can be found.
    is_lost: bool,
    /// The end of the stream for which a fatal error was reported. At another end it is reported again.
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

    /// Sets the offset of the first frame. It must be called before any frame is taken.
    pub(super) fn start_at(&mut self, offset: u64) {
        self.offset = offset;
        #[cfg(feature = "twox-hash-2")]
        if let Framing::Blocks(blocks) = &mut self.framing
            && offset > 0
        {
            blocks.start_in_the_middle();
        }
    }

    /// Notes whether the source has no more bytes; returns whether that is new, and more can be found because of it.
    #[cfg(all(feature = "std", feature = "twox-hash-2"))]
    pub(super) fn set_ended(&mut self, ended: bool) -> bool {
        match &mut self.framing {
            Framing::Blocks(blocks) => {
                let is_new = blocks.set_ended(ended);
                if is_new {
                    self.wanted = 0;
                }
                is_new
            }
            _ => false,
        }
    }

    /// Takes bytes that belong to no value.
    #[cfg(feature = "twox-hash-2")]
    pub(super) fn skip(&mut self, count: usize) {
        self.offset = self.offset.saturating_add(count as u64);
        self.wanted = 0;
    }

    pub(super) fn counts(&self) -> Counts {
        self.counts
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns whether an invalid frame header was reported.
    #[inline]
    pub(super) fn is_lost(&self) -> bool {
        self.is_lost
    }

    /// Returns a lower bound on the size of the frame that has begun. In a stream with lengths, it is the exact size
    /// once the header is complete.
    pub(super) fn wanted(&self) -> usize {
        self.wanted
    }

    /// Returns whether [`wanted`](Self::wanted) is exact, and not a bound that grows as bytes arrive.
    pub(super) fn is_exact(&self) -> bool {
        self.framing.is_exact()
    }

    /// Returns what is found at the beginning of `bytes`, which must be the bytes after the frames that were taken.
    ///
    /// # Errors
    ///
    /// Returns an error if the frame has an invalid header. It is returned only once.
    #[inline]
    pub(super) fn locate(&mut self, bytes: &[u8]) -> Result<Located, error::Error> {
        if self.is_lost {
            return Ok(Located::End);
        }
        let located = self.find(bytes);
        self.is_lost = matches!(&located, Err(error) if error.is_fatal());
        located
    }

    /// Does the same as [`Self::locate`], but returns the error in every call.
    #[inline]
    fn find(&mut self, bytes: &[u8]) -> Result<Located, error::Error> {
        if bytes.len() < self.wanted {
            return Ok(Located::NeedAtLeast(self.wanted - bytes.len()));
        }
        #[cfg(feature = "twox-hash-2")]
        if let Framing::Blocks(blocks) = &mut self.framing {
            return match blocks.find(bytes, self.offset, &self.limits) {
                Found::Record(end) => Ok(Located::Frame(Frame { start: 0, end })),
                Found::Skip(count) => Ok(Located::Skip(count)),
                Found::Report(kind, at) => Err(error::Error::new(kind, self.counts, at)),
                Found::NeedAtLeast(end) => {
                    self.wanted = end;
                    Ok(Located::NeedAtLeast(end.saturating_sub(bytes.len()).max(1)))
                }
            };
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

    /// Takes the frame, and returns the offset of its value in the stream.
    #[inline]
    pub(super) fn take(&mut self, frame: Frame) -> u64 {
        let start = self.offset.saturating_add(frame.start as u64);
        self.offset = self.offset.saturating_add(frame.end as u64);
        self.wanted = 0;
        self.framing.restart(frame);
        start
    }

    /// Counts the value of the frame that was taken: as returned, or as refused. `start` is the offset of the value.
    #[inline]
    pub(super) fn count<V>(
        &mut self,
        start: u64,
        value: Result<V, crate::wire::error::Error>,
    ) -> Result<V, error::Error> {
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

    /// Returns an error that is located `at` bytes after the beginning of the present frame.
    #[cold]
    pub(super) fn error_at(&self, kind: error::ErrorKind, at: usize) -> error::Error {
        error::Error::new(kind, self.counts, self.offset.saturating_add(at as u64))
    }

    /// Fails if the stream must not end after `bytes`, which must be the bytes after the frames that were taken.
    pub(super) fn finish(&mut self, bytes: &[u8]) -> Result<(), error::Error> {
        let found = bytes.len();
        // (Bytes that arrived after the last bound was computed may give a better one.)
        self.wanted = 0;
        match self.find(bytes)? {
            Located::NeedAtLeast(needed) if found > 0 => {
                Err(self.error_at(error::ErrorKind::Truncated { found, needed }, 0))
            }
            _ => Ok(()),
        }
    }

    /// Reports an error after `found` bytes of the present frame. A fatal error is reported only once for each end of
    /// the stream, so that a caller that ignores errors does not loop forever.
    #[cfg(feature = "std")]
    #[cold]
    pub(super) fn report(&mut self, error: error::Error, found: usize) -> Result<(), error::Error> {
        let end = Some(self.offset.saturating_add(found as u64));
        if error.is_fatal() && core::mem::replace(&mut self.reported, end) == end { Ok(()) } else { Err(error) }
    }
}
