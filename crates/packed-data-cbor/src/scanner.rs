//! Finds the end of an item while its bytes are still arriving.

use crate::head::{self, Head, TEXT};
use crate::nesting::Nesting;
use crate::walk::{string_len, text, too_large};
use crate::{Error, ErrorKind, Limits, steps};

/// The result of a [`Scanner`].
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Scan {
    /// The item has not ended: at least this many more bytes must arrive.
    NeedAtLeast(usize),
    /// The item has ended, and its size is this many bytes.
    Item(usize),
}

/// Finds the end of an item in a buffer that grows, for example while reading from a stream.
///
/// Each call continues where the last one stopped. All calls together take time linear in the item, even if it arrives
/// byte by byte. A scanner checks what [`check`](crate::check) checks, counts levels in the same way, and allocates as
/// much: eight bytes for each level past the sixteenth. For a stream that may be hostile, set [`Limits::bytes`]: the
/// scanner refuses an item that announces more at once.
///
/// ```
/// use packed_data_cbor::{Scan, Scanner};
///
/// let mut scanner = Scanner::new();
/// let mut buffer = vec![];
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(1));
/// buffer.extend([0x83, 0x01]); // an array of three items, and the first of them
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(2));
/// buffer.push(0x64); // a text of four bytes
/// assert_eq!(scanner.advance(&buffer)?, Scan::NeedAtLeast(5));
/// buffer.extend(b"text\xF6 and more");
/// assert_eq!(scanner.advance(&buffer)?, Scan::Item(8));
/// # Ok::<(), packed_data_cbor::Error>(())
/// ```
#[derive(Clone, Debug)]
pub struct Scanner {
    at: usize,
    nesting: Nesting,
    max_bytes: usize,
    failed: Option<Error>,
}

impl Scanner {
    /// Returns a scanner before an item, with the default limits.
    ///
    /// ```
    /// use packed_data_cbor::{Scan, Scanner};
    ///
    /// assert_eq!(Scanner::new().advance(&[0x00]), Ok(Scan::Item(1)));
    /// ```
    pub const fn new() -> Self {
        Self::from_state(Nesting::item(Limits::DEFAULT.depth), Limits::DEFAULT.bytes)
    }

    /// Returns a scanner before an item.
    ///
    /// ```
    /// use packed_data_cbor::{Limits, Scanner};
    ///
    /// let limits = Limits { bytes: 1 << 20, ..Limits::DEFAULT };
    /// let announces_a_gigabyte = [0x5A, 0x40, 0x00, 0x00, 0x00];
    /// assert!(Scanner::with_limits(limits).advance(&announces_a_gigabyte).is_err());
    /// ```
    pub fn with_limits(limits: impl Into<Limits>) -> Self {
        let limits = limits.into();
        Self::from_state(Nesting::item(limits.depth), limits.bytes)
    }

    /// Returns a scanner that does not count the last item of an array or map with a count as a level, nor a tagged
    /// item. So a linked list, each cell of which contains the next one as its last item, does not nest.
    ///
    /// It accepts more than [`with_limits`](Self::with_limits), in the same memory. It is for items that a reader
    /// checks again, and reads in a loop over last items.
    ///
    /// ```
    /// use packed_data_cbor::{Limits, Scan, Scanner};
    ///
    /// let list = [0x82, 0x01, 0x82, 0x02, 0x82, 0x03, 0x80]; // [1, [2, [3, []]]]
    /// let limits = Limits { depth: 1, ..Limits::DEFAULT };
    /// assert!(Scanner::with_limits(limits).advance(&list).is_err());
    /// assert_eq!(Scanner::with_last_items_free(limits).advance(&list), Ok(Scan::Item(7)));
    /// ```
    pub fn with_last_items_free(limits: impl Into<Limits>) -> Self {
        let limits = limits.into();
        Self::from_state(Nesting::extent(limits.depth), limits.bytes)
    }

    const fn from_state(nesting: Nesting, max_bytes: usize) -> Self {
        Self { at: 0, nesting, max_bytes, failed: None }
    }

    /// Starts again before another item, and keeps the allocated memory.
    ///
    /// ```
    /// use packed_data_cbor::{Scan, Scanner};
    ///
    /// let sequence = [0x18, 0x64, 0x07]; // 100, 7
    /// let mut scanner = Scanner::new();
    /// assert_eq!(scanner.advance(&sequence)?, Scan::Item(2));
    /// scanner.restart();
    /// assert_eq!(scanner.advance(&sequence[2..])?, Scan::Item(1));
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    #[inline]
    pub fn restart(&mut self) {
        self.nesting.restart();
        (self.at, self.failed) = (0, None);
    }

    /// Continues with the item that starts at the first of `bytes`: the bytes of the last call, and those that have
    /// arrived since.
    ///
    /// [`Scan::NeedAtLeast`] is a lower bound: the item cannot end before this number of bytes has arrived. It counts
    /// everything that the heads up to now have announced.
    ///
    /// # Errors
    ///
    /// Returns the errors of [`check`](crate::check), with two differences: an input that ends early is not an error
    /// here, and an item that must be longer than [`Limits::bytes`] is [`ErrorKind::TooLarge`]. After an error, every
    /// call returns the same error.
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
            if let Some(missing) = self.pass_token(bytes)? {
                return Ok(Scan::NeedAtLeast(missing));
            }
        }
        Ok(Scan::Item(self.at))
    }

    /// Passes a head and the string that it begins; if they have not arrived, returns how many bytes are missing at
    /// least.
    fn pass_token(&mut self, bytes: &[u8]) -> Result<Option<usize>, Error> {
        steps::count(1);
        let head = match head::read(bytes, self.at) {
            Ok(head) => head,
            Err(kind) => return self.no_head(kind),
        };
        if self.nesting.admit(&head).is_err() {
            return self.not_admitted(&head);
        }
        self.pass_head(bytes, &head)
    }

    /// Returns how many bytes are missing where there is no head, or why it is none.
    #[cold]
    fn no_head(&self, kind: ErrorKind) -> Result<Option<usize>, Error> {
        match kind {
            ErrorKind::UnexpectedEnd { left: 0, .. } => self.missing(self.at, self.nesting.owed(), 0),
            ErrorKind::UnexpectedEnd { needed, left } => self.missing(self.at, self.needed_by(needed), left),
            ErrorKind::InvalidSimple { .. } => Err(self.wrong_head(kind, 2)),
            _ => Err(self.wrong_head(kind, 1)),
        }
    }

    /// Passes an admitted head, and its string.
    fn pass_head(&mut self, bytes: &[u8], head: &Head) -> Result<Option<usize>, Error> {
        let begin = self.at + head.size;
        let rest = bytes.get(begin..).unwrap_or(&[]);
        let len = string_len(head);
        let Some(string) = usize::try_from(len).ok().and_then(|len| rest.get(..len)) else {
            return self.missing(begin, self.needed_by(len), rest.len());
        };
        if head.major == TEXT && text(string, begin).is_err() {
            return self.wrong_text(string, begin);
        }
        self.nesting.enter(head);
        self.at = begin + string.len();
        self.missing(self.at, self.nesting.owed(), 0)?;
        Ok(None)
    }

    // If what is wrong and what must follow it exceed the limit, that is the error: it is found where not all of it has
    // arrived, and the error must not depend on the pieces. (Each of these looks for the error once more, so that the
    // path without errors has fewer instructions.)

    /// Returns the error of a head of this size. (Until its first byte has arrived, only what is owed is known.)
    fn wrong_head(&self, kind: ErrorKind, size: usize) -> Error {
        let needed = if size == 1 { self.nesting.owed() } else { self.needed_by(size as u64) };
        self.missing(self.at, needed, size).err().unwrap_or_else(|| Error::new(kind, self.at))
    }

    /// Returns the error of a head that may not be the next one.
    #[cold]
    fn not_admitted(&self, head: &Head) -> Result<Option<usize>, Error> {
        self.nesting.admit(head).map(|()| None).map_err(|kind| self.wrong_head(kind, head.size))
    }

    /// Returns the error of a string that is not UTF-8.
    #[cold]
    fn wrong_text(&self, string: &[u8], begin: usize) -> Result<Option<usize>, Error> {
        self.missing(begin, self.needed_by(string.len() as u64), string.len())?;
        text(string, begin).map(|_| None)
    }

    /// Returns how many bytes a part of the next item has, with what must follow it.
    fn needed_by(&self, size: u64) -> u64 {
        size.saturating_add(self.nesting.owed_within())
    }

    /// Returns how many bytes are missing if `needed` bytes must follow offset `from` and `left` have arrived.
    fn missing(&self, from: usize, needed: u64, left: usize) -> Result<Option<usize>, Error> {
        let limit = self.max_bytes.min(isize::MAX as usize);
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
