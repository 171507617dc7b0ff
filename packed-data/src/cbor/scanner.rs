//! Where an item ends, while its bytes are still arriving.

use super::head::{self, Head, TEXT};
use super::nesting::Nesting;
use super::walk::{error, string_len, text, too_large};
use crate::{Error, ErrorKind, Limits, steps};

/// What a [`Scanner`] found.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The item has not ended: it takes at least so many bytes more.
    NeedAtLeast(usize),
    /// The item has ended, and takes so many bytes.
    Item(usize),
}

/// Finds the end of an item in a buffer that grows, as when reading from a stream.
///
/// It goes on where it stopped, so that all calls together take time linear in the item, though a byte comes at a
/// time. It checks what [`check`](super::check) checks, counts levels as it does, and allocates as it does: nothing up
/// to sixteen. A stream that may be hostile wants [`Limits::bytes`]: an item that claims more is refused as soon as it does.
///
/// ```
/// use packed_data::cbor::{Scan, Scanner};
///
/// let mut scanner = Scanner::new();
/// let mut buffer = vec![];
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(1));
/// buffer.extend([0x83, 0x01]); // an array of three, and the first of them
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(2));
/// buffer.push(0x64); // a text of four bytes
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(5));
/// buffer.extend(b"text\xF6 and more");
/// assert_eq!(scanner.advance(&buffer)?, Scan::Item(8));
/// # Ok::<(), packed_data::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner {
    at: usize,
    nesting: Nesting,
    limits: Limits,
    failed: Option<Error>,
}

impl Scanner {
    /// A scanner before an item, with the default limits.
    ///
    /// ```
    /// use packed_data::cbor::{Scan, Scanner};
    ///
    /// assert_eq!(Scanner::new().advance(&[0x00]), Ok(Scan::Item(1)));
    /// ```
    pub const fn new() -> Self {
        Self::with_limits(&Limits::DEFAULT)
    }

    /// A scanner before an item.
    ///
    /// ```
    /// use packed_data::{Limits, cbor::Scanner};
    ///
    /// let limits = Limits { bytes: 1 << 20, ..Limits::DEFAULT };
    /// let claims_a_gigabyte = [0x5A, 0x40, 0x00, 0x00, 0x00];
    /// assert!(Scanner::with_limits(&limits).advance(&claims_a_gigabyte).is_err());
    /// ```
    pub const fn with_limits(limits: &Limits) -> Self {
        Self { at: 0, nesting: Nesting::item(limits.depth), limits: *limits, failed: None }
    }

    /// A scanner before a value that is validated once it is whole: levels are counted as values have them, so that it
    /// refuses no value within the limits.
    ///
    /// A scanner knows no types. What is one level of a value may be two of an item, as a list and its elements are; and
    /// scalars and the like, which are no levels, may be items within items: the sixteen levels that cost nothing are
    /// for these.
    pub(crate) fn of_values(limits: &Limits) -> Self {
        let depth = limits.depth.saturating_mul(2).saturating_add(16);
        Self { nesting: Nesting::extent(depth), ..Self::with_limits(limits) }
    }

    /// Begins before another item.
    #[inline]
    pub(crate) fn restart(&mut self) {
        self.nesting.restart();
        (self.at, self.failed) = (0, None);
    }

    /// Goes on over the item whose first byte is the first of `bytes`: the bytes of the last call, and any that have
    /// come since.
    ///
    /// What [`Scan::NeedAtLeast`] tells is a lower bound: at least so many bytes must come before the item can end. It
    /// counts what the heads so far have promised.
    ///
    /// # Errors
    ///
    /// Those of [`check`](super::check), except that an input which ends early is no error here; an item that must be
    /// longer than [`Limits::bytes`] is [`ErrorKind::TooLarge`]. After an error, every call gives the same one.
    pub fn advance(&mut self, bytes: &[u8]) -> Result<Scan, Error> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        let scan = self.scan(bytes);
        self.failed = scan.err();
        scan
    }

    fn scan(&mut self, bytes: &[u8]) -> Result<Scan, Error> {
        while !self.nesting.is_complete() {
            if let Some(missing) = self.step(bytes)? {
                return Ok(Scan::NeedAtLeast(missing));
            }
        }
        Ok(Scan::Item(self.at))
    }

    /// Goes past a head and the string it begins; or tells how many bytes at least are missing.
    fn step(&mut self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        steps::count(1);
        let head = match head::read(bytes, self.at) {
            Ok(head) => head,
            Err(ErrorKind::UnexpectedEnd { left: 0, .. }) => return self.missing(self.at, self.nesting.owed(), 0),
            Err(ErrorKind::UnexpectedEnd { needed, left }) => {
                return self.missing(self.at, needed.saturating_add(self.nesting.owed_within()), left);
            }
            Err(kind) => return Err(error(kind, self.at)),
        };
        self.nesting.admit(&head).map_err(|kind| error(kind, self.at))?;
        self.take(bytes, &head)
    }

    /// Goes past a head that may stand here, and its string.
    fn take(&mut self, bytes: &[u8], head: &Head) -> Result<Option<usize>, Error> {
        let begin = self.at + head.size;
        let rest = bytes.get(begin..).unwrap_or(&[]);
        let len = string_len(head);
        let Some(string) = usize::try_from(len).ok().and_then(|len| rest.get(..len)) else {
            return self.missing(begin, len.saturating_add(self.nesting.owed_within()), rest.len());
        };
        if head.major == TEXT {
            text(string, begin).map_err(|(kind, offset)| error(kind, offset))?;
        }
        self.nesting.enter(head);
        self.at = begin + string.len();
        self.missing(self.at, self.nesting.owed(), 0)?;
        Ok(None)
    }

    /// How many bytes are missing where so many must follow an offset, and some are there.
    fn missing(&self, from: usize, needed: u64, left: usize) -> Result<Option<usize>, Error> {
        let limit = self.limits.bytes.min(isize::MAX as usize);
        match usize::try_from(needed).ok().filter(|&needed| from <= limit && needed <= limit - from) {
            Some(needed) => Ok(Some(needed.saturating_sub(left))),
            None => Err(too_large(limit)),
        }
    }
}

impl Default for Scanner {
    fn default() -> Self {
        Self::new()
    }
}
