//! Errors of streams: what is wrong, and where.

use core::fmt;

use crate::wire::error::{self, Path};

/// Why a value was not read or written: what was wrong, at which byte of the stream, and after how many values.
///
/// ```
/// use packed_data::{Compact, stream};
///
/// // The frame of 5 is complete; of the frame of 7, only the length and two bytes have arrived.
/// let bytes = [4, 5, 0, 0, 0, 4, 7, 0];
/// let mut reader = stream::Reader::<_, u32, Compact>::new(bytes.as_slice());
/// assert!(reader.next()?.is_some());
/// let error = reader.next().unwrap_err();
/// assert!(matches!(error.kind(), stream::ErrorKind::Truncated { found: 3, needed: 2 }));
/// assert_eq!((error.values(), error.offset()), (1, 5)); // truncated to 5 bytes, it is whole
/// assert!(error.is_fatal());
/// assert!(reader.next()?.is_none());
/// # Ok::<(), stream::Error>(())
/// ```
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    counts: Counts,
    offset: u64,
    is_fatal: bool,
}

/// The numbers of values before a position in a stream.
#[derive(Clone, Copy, Debug, Default)]
pub(super) struct Counts {
    /// Values that were returned by a reader, or written.
    pub(super) values: u64,
    /// Values that were refused.
    pub(super) refused: u64,
}

/// What can be wrong with a stream.
///
/// ```
/// use packed_data::stream::{ErrorKind, Reader};
///
/// let mut reader = Reader::<_, (u8, bool)>::new(&[2, 1, 7, 2, 1, 1, 0xFF][..]);
/// let error = reader.next().unwrap_err();
/// assert!(matches!(error.kind(), ErrorKind::Value(error) if error.offset() == 1)); // in the value
/// assert_eq!(error.offset(), 2); // in the stream
/// assert_eq!(error.path().unwrap().to_string(), "(_, _).1");
///
/// assert!(!error.is_fatal());
///
/// assert!(reader.next()?.is_some());
/// let error = reader.next().unwrap_err();
/// assert!(error.is_fatal());
/// assert!(matches!(error.into_kind(), ErrorKind::Frame(_)));
/// # Ok::<(), packed_data::stream::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source or the sink failed. (`Interrupted` does not count as a failure: the operation is repeated.)
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// A value is not valid, or exceeds the limits. Its frame is complete, so the next call reads the value after it.
    Value(error::Error),
    /// The header of a frame is not valid, or announces more than the limits allow. The beginning of the next frame is
    /// unknown, so the stream ends here.
    Frame(error::ErrorKind),
    /// The stream ends inside a frame. [`Error::offset`] is the beginning of that frame: a file that is truncated to
    /// that length ends with a complete frame, and can be appended to.
    Truncated {
        /// The number of bytes of the frame that are present.
        found: usize,
        /// A lower bound on the number of bytes that are missing.
        needed: usize,
    },
    /// The sink failed after it took a part of a frame: no other frame can follow.
    Broken,
    /// In a stream of blocks: bytes that are no intact block were passed, up to the next block or to the end. They
    /// begin at [`Error::offset`]. The next call reads on.
    Damaged {
        /// The number of bytes.
        bytes: u64,
    },
    /// In a stream of blocks: a block with another number than that which follows from the one before it. If it is
    /// larger, records are missing; if it is smaller, the block is not in its place, or was returned before. The next
    /// call returns its records.
    Gap {
        /// The number of the record that was expected.
        expected: u64,
        /// The number of the first record of the block.
        found: u64,
    },
    /// In a stream of blocks: a block was passed that is compressed, or has its records in another form.
    Compressed {
        /// The number of its records.
        records: u32,
    },
}

impl Error {
    pub(super) fn new(kind: ErrorKind, counts: Counts, offset: u64) -> Self {
        let is_fatal = match &kind {
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => !is_transient(error),
            ErrorKind::Value(_) | ErrorKind::Damaged { .. } | ErrorKind::Gap { .. } | ErrorKind::Compressed { .. } => {
                false
            }
            ErrorKind::Frame(_) | ErrorKind::Truncated { .. } | ErrorKind::Broken => true,
        };
        Self { kind, counts, offset, is_fatal }
    }

    /// Creates the error of a value that is not valid, and that begins at `start` of the stream.
    #[cold]
    pub(super) fn value(error: error::Error, counts: Counts, start: u64) -> Self {
        let offset = start.saturating_add(error.offset() as u64);
        Self::new(ErrorKind::Value(error), counts, offset)
    }

    /// Returns the same error, marked as fatal or not.
    #[cfg(feature = "std")]
    pub(super) fn with_fatal(self, is_fatal: bool) -> Self {
        Self { is_fatal, ..self }
    }

    /// Returns what was wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// Returns what was wrong, by value: with the error of the source or the sink, if that was it.
    pub fn into_kind(self) -> ErrorKind {
        self.kind
    }

    /// Returns whether the stream ends with this error.
    ///
    /// - Reading: an invalid [value](ErrorKind::Value) is not fatal, because its frame is complete. An [error of the
    ///   source](ErrorKind::Io) of the kind `WouldBlock` or `TimedOut` is not fatal either. Every other error is fatal,
    ///   and is reported once: the next call returns the end of the stream. So a loop that continues after every error
    ///   ends. (If the error is that of the source, or that the stream is [truncated](ErrorKind::Truncated), and the
    ///   source has more bytes after all, reading continues.)
    /// - Writing: an error is fatal if the sink took a part of a frame. Otherwise another value can be written.
    ///
    /// ```
    /// use packed_data::stream::Reader;
    ///
    /// // 1, then a number of 2 bytes in a frame of 1, then 2, then a frame that has no valid header.
    /// let bytes = [2, 1, 0, 1, 9, 2, 2, 0, 0xFF, 7];
    /// let (mut reader, mut numbers, mut fatal) = (Reader::<_, u16>::new(&bytes[..]), vec![], vec![]);
    /// loop {
    ///     match reader.next() {
    ///         Ok(Some(number)) => numbers.push(number.view()),
    ///         Ok(None) => break,
    ///         Err(error) => fatal.push(error.is_fatal()),
    ///     }
    /// }
    /// assert_eq!((numbers, fatal), (vec![1, 2], vec![false, true]));
    /// assert_eq!((reader.values(), reader.refused(), reader.offset()), (2, 1, 8));
    /// ```
    pub fn is_fatal(&self) -> bool {
        self.is_fatal
    }

    /// Returns the number of values before the error in the stream that were returned by a reader, or written.
    pub fn values(&self) -> u64 {
        self.counts.values
    }

    /// Returns the number of frames before the error in the stream whose value was refused.
    pub fn refused(&self) -> u64 {
        self.counts.refused
    }

    /// Returns the offset of the error, in bytes from the beginning of the stream.
    ///
    /// For a [truncated](ErrorKind::Truncated) stream it is the beginning of the frame that is not complete. A file
    /// that is truncated to this length can be appended to.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// Returns the field in which the error is, if a value is not valid.
    pub fn path(&self) -> Option<&Path> {
        match &self.kind {
            ErrorKind::Value(error) => Some(error.path()),
            _ => None,
        }
    }
}

impl fmt::Display for ErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            #[cfg(feature = "std")]
            Self::Io(error) => error.fmt(f),
            // (The offset in the value is omitted: the offset in the stream is written instead.)
            Self::Value(error) => error.kind().fmt(f),
            Self::Frame(kind) => kind.fmt(f),
            Self::Truncated { found, needed } => {
                let whole = found.saturating_add(*needed);
                write!(f, "truncated stream: expected a frame of at least {whole} bytes, found the end after {found}")
            }
            Self::Broken => {
                f.write_str("broken stream: expected that the sink took whole frames, found one that it took in part")
            }
            Self::Damaged { bytes } => {
                let s = if *bytes == 1 { "" } else { "s" };
                write!(f, "damaged stream: expected an intact block, found {bytes} byte{s} of none")
            }
            Self::Gap { expected, found } => {
                write!(f, "missing or moved block: expected the record {expected}, found the record {found}")
            }
            Self::Compressed { records } => {
                write!(
                    f,
                    "compressed block: expected plain records, found {records} that are compressed, or in another form"
                )
            }
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, counts: Counts { values, refused }, offset, .. } = self;
        let s = if *values == 1 { "" } else { "s" };
        write!(f, "{kind}, at byte {offset} of the stream, after {values} whole value{s}")?;
        if *refused > 0 {
            write!(f, " and {refused} refused")?;
        }
        match self.path() {
            Some(path) if !path.is_empty() => write!(f, ", in {path}"),
            _ => Ok(()),
        }
    }
}

impl core::error::Error for Error {
    fn source(&self) -> Option<&(dyn core::error::Error + 'static)> {
        match &self.kind {
            #[cfg(feature = "std")]
            ErrorKind::Io(error) => Some(error),
            ErrorKind::Value(error) => Some(error),
            _ => None,
        }
    }
}

/// Returns whether an operation that failed may succeed when it is repeated later.
#[cfg(feature = "std")]
fn is_transient(error: &std::io::Error) -> bool {
    use std::io::ErrorKind::{Interrupted, TimedOut, WouldBlock};

    matches!(error.kind(), Interrupted | WouldBlock | TimedOut)
}

/// Converts an I/O error without a known position, such as that of a transport: its offset is 0.
#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Io(error), Counts::default(), 0)
    }
}

/// For functions that return I/O errors. The kind is `UnexpectedEof` for a truncated stream, that of the source or sink
/// for its errors, `BrokenPipe` for a broken stream, otherwise `InvalidData`. The I/O error contains this error.
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error.kind {
            ErrorKind::Io(error) => error.kind(),
            ErrorKind::Truncated { .. } => std::io::ErrorKind::UnexpectedEof,
            ErrorKind::Broken => std::io::ErrorKind::BrokenPipe,
            ErrorKind::Value(_)
            | ErrorKind::Frame(_)
            | ErrorKind::Damaged { .. }
            | ErrorKind::Gap { .. }
            | ErrorKind::Compressed { .. } => std::io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}
