//! What can be wrong with a stream, and where.

use core::fmt;

use crate::error::{self, Path};

/// Why a stream does not go on: what was wrong, at which byte of the stream, and after how many values.
///
/// ```
/// use packed_data::{Compact, stream};
///
/// // The frame of 5, then that of 7, of which the length and two bytes have come.
/// let bytes = [4, 5, 0, 0, 0, 4, 7, 0];
/// let mut reader = stream::Reader::<_, u32, Compact>::new(bytes.as_slice());
/// assert!(reader.next()?.is_some());
/// let error = reader.next().unwrap_err();
/// assert_eq!((error.values(), error.offset()), (1, 8));
/// assert!(matches!(error.kind(), stream::ErrorKind::Truncated { found: 3, needed: 2 }));
/// # Ok::<(), stream::Error>(())
/// ```
#[derive(Debug)]
pub struct Error {
    kind: ErrorKind,
    values: u64,
    offset: u64,
}

/// The ways in which a stream can fail.
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
/// assert!(reader.next()?.is_some());
/// assert!(matches!(reader.next().unwrap_err().into_kind(), ErrorKind::Frame(_)));
/// # Ok::<(), packed_data::stream::Error>(())
/// ```
#[derive(Debug)]
#[non_exhaustive]
pub enum ErrorKind {
    /// The source or the sink failed. (`Interrupted` is not a failure: it is tried again.)
    #[cfg(feature = "std")]
    Io(std::io::Error),
    /// A value is not valid, or exceeds the limits. Its frame is whole, so that the next one can be asked for.
    Value(error::Error),
    /// The beginning of a frame is not one, or announces more than the limits allow: where the next one begins cannot
    /// be known.
    Frame(error::ErrorKind),
    /// The stream ends within a frame.
    Truncated {
        /// How many bytes of the frame are there.
        found: usize,
        /// How many bytes it needs at least besides those.
        needed: usize,
    },
    /// A frame was left half written when the sink failed: nothing can follow it.
    Broken,
}

impl Error {
    pub(super) fn new(kind: ErrorKind, values: u64, offset: u64) -> Self {
        Self { kind, values, offset }
    }

    /// A value that begins at an offset of the stream is not one.
    #[cold]
    pub(super) fn value(error: error::Error, values: u64, start: u64) -> Self {
        let offset = start.saturating_add(error.offset() as u64);
        Self { kind: ErrorKind::Value(error), values, offset }
    }

    /// What was wrong.
    pub fn kind(&self) -> &ErrorKind {
        &self.kind
    }

    /// What was wrong, with the error of the source or the sink if it was one.
    pub fn into_kind(self) -> ErrorKind {
        self.kind
    }

    /// How many whole values stand before it in the stream: of those read, the refused ones count, too.
    pub fn values(&self) -> u64 {
        self.values
    }

    /// Where: the offset in bytes from the start of the stream. Of a truncated stream it is that of its end, so that
    /// the unfinished frame began `found` bytes before.
    pub fn offset(&self) -> u64 {
        self.offset
    }

    /// In which field of the value, if it is one that is not valid.
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
            // (Where in the value is told by where in the stream.)
            Self::Value(error) => error.kind().fmt(f),
            Self::Frame(kind) => kind.fmt(f),
            Self::Truncated { found, needed } => write!(
                f,
                "truncated stream: expected at least {needed} more bytes of a frame of which there are {found}, found \
                 the end"
            ),
            Self::Broken => f.write_str("broken stream: expected a whole frame, found one that the sink took half of"),
        }
    }
}

impl fmt::Display for Error {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        let Self { kind, values, offset } = self;
        let s = if *values == 1 { "" } else { "s" };
        write!(f, "{kind}, at byte {offset} of the stream, after {values} whole value{s}")?;
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

/// An error of I/O of which nobody knows where in the stream it was, such as a transport's: it stands at byte 0.
#[cfg(feature = "std")]
impl From<std::io::Error> for Error {
    fn from(error: std::io::Error) -> Self {
        Self::new(ErrorKind::Io(error), 0, 0)
    }
}

/// For functions that speak of I/O only: `UnexpectedEof` for a truncated stream, the source's or sink's own kind, or
/// `InvalidData`; this error is kept within.
#[cfg(feature = "std")]
impl From<Error> for std::io::Error {
    fn from(error: Error) -> Self {
        let kind = match &error.kind {
            ErrorKind::Io(error) => error.kind(),
            ErrorKind::Truncated { .. } => std::io::ErrorKind::UnexpectedEof,
            ErrorKind::Broken => std::io::ErrorKind::BrokenPipe,
            ErrorKind::Value(_) | ErrorKind::Frame(_) => std::io::ErrorKind::InvalidData,
        };
        Self::new(kind, error)
    }
}
