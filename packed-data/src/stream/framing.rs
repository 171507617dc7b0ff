//! Where one value ends and the next begins.

use crate::cbor::{Scan, Scanner};
use crate::error::ErrorKind;
use crate::limits::Limits;

use super::error;
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

/// What stands at the beginning of bytes.
pub(super) enum Located {
    /// The beginning of a frame, which needs so many more bytes at least.
    NeedAtLeast(usize),
    /// A whole frame.
    Frame(Frame),
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
    /// How many frames were taken.
    values: u64,
    /// Where the next one begins.
    offset: u64,
    /// How many bytes the frame that has begun is long at least, or 0 if that is not known.
    wanted: usize,
}

impl Locator {
    pub(super) fn new(framing: Framing, limits: &Limits) -> Self {
        Self { framing, limits: *limits, values: 0, offset: 0, wanted: 0 }
    }

    pub(super) fn values(&self) -> u64 {
        self.values
    }

    pub(super) fn offset(&self) -> u64 {
        self.offset
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

    /// What stands at the beginning of bytes, which are those that follow what was taken.
    #[inline]
    pub(super) fn locate(&mut self, bytes: &[u8]) -> Result<Located, error::Error> {
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

    /// The frame is taken; gives which it was, and where its value began.
    #[inline]
    pub(super) fn take(&mut self, frame: Frame) -> (u64, u64) {
        let taken = (self.values, self.offset + frame.start as u64);
        self.values += 1;
        self.offset += frame.end as u64;
        self.wanted = 0;
        self.framing.restart();
        taken
    }

    /// An error so many bytes into the frame that has begun.
    #[cold]
    pub(super) fn error_at(&self, kind: error::ErrorKind, at: usize) -> error::Error {
        error::Error::new(kind, self.values, self.offset.saturating_add(at as u64))
    }

    /// Whether the stream may end after these bytes, which are those that follow what was taken.
    pub(super) fn finish(&mut self, bytes: &[u8]) -> Result<(), error::Error> {
        let found = bytes.len();
        // What came after the last guess may tell more.
        self.wanted = 0;
        match self.locate(bytes)? {
            Located::NeedAtLeast(needed) if found > 0 => {
                Err(self.error_at(error::ErrorKind::Truncated { found, needed }, found))
            }
            _ => Ok(()),
        }
    }
}
