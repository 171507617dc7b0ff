//! CBOR written token by token.

use alloc::vec::Vec;
use core::fmt;

use super::Token;
use super::float::{Shortest, shortest, shortest_single};
use super::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use super::nesting::Nesting;
use crate::{ErrorKind, Limits, steps};

/// Why tokens are no item of CBOR: what was expected, what was found, before which byte of the output.
///
/// ```
/// use packed_data::cbor::Encoder;
///
/// let mut encoder = Encoder::new();
/// encoder.array(2).unsigned(1);
/// let error = encoder.finish().unwrap_err();
/// assert_eq!(error.to_string(), "missing items: expected at least 1 more, found the end, at byte 2");
/// ```
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub struct EncodeError {
    kind: EncodeErrorKind,
    offset: usize,
}

impl EncodeError {
    /// What was wrong.
    pub fn kind(&self) -> EncodeErrorKind {
        self.kind
    }

    /// How many bytes had been written when it went wrong.
    pub fn offset(&self) -> usize {
        self.offset
    }
}

impl fmt::Display for EncodeError {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        write!(f, "{}, at byte {}", self.kind, self.offset)
    }
}

impl core::error::Error for EncodeError {}

/// The ways in which tokens can fail to be an item.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
#[non_exhaustive]
pub enum EncodeErrorKind {
    /// The tokens end before the item does.
    MissingItems {
        /// How many more tokens it takes at least.
        at_least: u64,
    },
    /// The item has ended, and another token follows.
    ExtraItem,
    /// A break where nothing can end: outside of everything, in what has a count, or after a key.
    UnexpectedBreak,
    /// In a chunked string, a token that is no chunk of it.
    NotAChunk {
        /// What a chunk would be.
        expected: &'static str,
        /// What the token is.
        found: &'static str,
    },
    /// A simple value that has no encoding: 24 to 31.
    InvalidSimple {
        /// The simple value.
        found: u8,
    },
    /// Arrays, maps and tags are nested deeper than [`Limits::depth`].
    TooDeep {
        /// The limit, in levels.
        limit: u32,
    },
}

impl fmt::Display for EncodeErrorKind {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match *self {
            Self::MissingItems { at_least } => {
                write!(f, "missing items: expected at least {at_least} more, found the end")
            }
            Self::ExtraItem => f.write_str("extra item: expected the end, found another token"),
            Self::UnexpectedBreak => f.write_str("unexpected break: expected an item, found the end of one"),
            Self::NotAChunk { expected, found } => write!(f, "not a chunk: expected {expected}, found {found}"),
            Self::InvalidSimple { found } => {
                write!(f, "invalid simple value: expected 0 to 23 or 32 to 255, found {found}")
            }
            Self::TooDeep { limit } => write!(f, "too deep: expected at most {limit} nested levels, found more"),
        }
    }
}

/// Writes one item of CBOR, or a sequence of them, token by token.
///
/// Heads are the shortest; floats are too where [`float`](Self::float) writes them. What is wrong is remembered, and
/// nothing is written after it: [`finish`](Self::finish) tells. So what `finish` gives is well-formed. It allocates
/// the output, and past sixteen levels eight bytes a level.
///
/// ```
/// use packed_data::cbor::{self, Encoder};
///
/// let mut encoder = Encoder::new();
/// encoder.map(2).text("name").text("wire").text("size").open_array().unsigned(3).float(0.5).end();
/// let bytes = encoder.finish()?;
/// assert_eq!(cbor::to_diagnostic(&bytes).unwrap(), r#"{"name": "wire", "size": [_ 3, 0.5]}"#);
/// # Ok::<(), cbor::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    out: Vec<u8>,
    nesting: Nesting,
    failed: Option<EncodeError>,
}

impl Encoder {
    /// An encoder of one item, which may nest as deep as the default limit allows.
    ///
    /// ```
    /// use packed_data::cbor::Encoder;
    ///
    /// assert!(Encoder::new().finish().is_err()); // no item is not one item
    /// ```
    pub const fn new() -> Self {
        Self::with_limits(&Limits::DEFAULT)
    }

    /// An encoder of one item, which may nest [`Limits::depth`] levels.
    ///
    /// ```
    /// use packed_data::{Limits, cbor::Encoder};
    ///
    /// let mut encoder = Encoder::with_limits(&Limits { depth: 1, ..Limits::DEFAULT });
    /// encoder.array(1).array(0);
    /// assert!(encoder.finish().is_err());
    /// ```
    pub const fn with_limits(limits: &Limits) -> Self {
        Self { out: Vec::new(), nesting: Nesting::item(limits.depth), failed: None }
    }

    /// An encoder of any number of items (RFC 8742).
    ///
    /// ```
    /// use packed_data::cbor::Encoder;
    ///
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.unsigned(1).unsigned(2);
    /// assert_eq!(encoder.finish(), Ok(vec![1, 2]));
    /// ```
    pub const fn of_sequence() -> Self {
        Self { out: Vec::new(), nesting: Nesting::sequence(Limits::DEFAULT.depth), failed: None }
    }

    /// What was written.
    ///
    /// ```
    /// use packed_data::cbor::{Encoder, Token};
    ///
    /// let mut encoder = Encoder::new();
    /// encoder.token(Token::Null);
    /// assert_eq!(encoder.finish(), Ok(vec![0xF6]));
    /// ```
    ///
    /// # Errors
    ///
    /// The first thing that was wrong, and [`EncodeErrorKind::MissingItems`] where something is still open.
    pub fn finish(self) -> Result<Vec<u8>, EncodeError> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        match self.nesting.owed() {
            0 => Ok(self.out),
            at_least => Err(EncodeError { kind: EncodeErrorKind::MissingItems { at_least }, offset: self.out.len() }),
        }
    }

    /// Writes any token. (A [`Token::Half`] whose value no half has is written as a single.)
    ///
    /// ```
    /// use packed_data::cbor::{Encoder, Tokens};
    ///
    /// let bytes = b"\x9F\x01\xF9\x3C\x00\xFF"; // [_ 1, 1.0]
    /// let mut encoder = Encoder::new();
    /// for token in Tokens::new(bytes) {
    ///     encoder.token(token?);
    /// }
    /// assert_eq!(encoder.finish().unwrap(), bytes);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    pub fn token(&mut self, token: Token<'_>) -> &mut Self {
        match token {
            Token::Unsigned(n) => self.counted(UNSIGNED, n),
            Token::Negative(n) => self.counted(NEGATIVE, n),
            Token::Bytes(bytes) => self.string(BYTES, bytes),
            Token::Text(text) => self.string(TEXT, text.as_bytes()),
            Token::ByteChunks => self.indefinite(BYTES),
            Token::TextChunks => self.indefinite(TEXT),
            Token::Array(len) => self.counted(ARRAY, len),
            Token::OpenArray => self.indefinite(ARRAY),
            Token::Map(len) => self.counted(MAP, len),
            Token::OpenMap => self.indefinite(MAP),
            Token::Tag(tag) => self.counted(TAG, tag),
            Token::Bool(value) => self.simple(20 + u8::from(value)),
            Token::Null => self.simple(22),
            Token::Undefined => self.simple(23),
            Token::Simple(value) => self.simple(value),
            Token::Half(value) => self.float_bits(shortest_single(value)),
            Token::Single(value) => self.float_bits(Shortest::Single(value.to_bits())),
            Token::Double(value) => self.float_bits(Shortest::Double(value.to_bits())),
            Token::Break => self.indefinite(SIMPLE),
        }
    }

    /// Writes an integer from 0 up.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.unsigned(500);
    /// assert_eq!(encoder.finish().unwrap(), [0x19, 0x01, 0xF4]);
    /// ```
    pub fn unsigned(&mut self, n: u64) -> &mut Self {
        self.counted(UNSIGNED, n)
    }

    /// Writes an integer: one that does not fit the 64 bits of a head as a bignum (RFC 8949, section 3.4.3).
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.integer(-500).integer(1 << 64);
    /// assert_eq!(encoder.finish().unwrap(), b"\x39\x01\xF3\xC2\x49\x01\0\0\0\0\0\0\0\0");
    /// ```
    pub fn integer(&mut self, n: i128) -> &mut Self {
        let (magnitude, major, tag) = if n < 0 { (!n, NEGATIVE, 3) } else { (n, UNSIGNED, 2) };
        if let Ok(argument) = u64::try_from(magnitude) {
            return self.counted(major, argument);
        }
        let bytes = magnitude.to_be_bytes();
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        self.tag(tag).bytes(bytes.get(zeros..).unwrap_or(&[]))
    }

    /// Writes a byte string, or a chunk of one.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.byte_chunks().bytes(&[1]).bytes(&[2, 3]).end();
    /// assert_eq!(encoder.finish().unwrap(), [0x5F, 0x41, 1, 0x42, 2, 3, 0xFF]);
    /// ```
    pub fn bytes(&mut self, bytes: &[u8]) -> &mut Self {
        self.string(BYTES, bytes)
    }

    /// Writes a text string, or a chunk of one.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.text("né");
    /// assert_eq!(encoder.finish().unwrap(), b"\x63n\xC3\xA9");
    /// ```
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.string(TEXT, text.as_bytes())
    }

    /// Begins a byte string in chunks, which [`end`](Self::end) ends.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.byte_chunks().text("no chunk of it").end();
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn byte_chunks(&mut self) -> &mut Self {
        self.indefinite(BYTES)
    }

    /// Begins a text string in chunks, which [`end`](Self::end) ends.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.text_chunks().text("a").text("b").end();
    /// assert_eq!(encoder.finish().unwrap(), b"\x7F\x61a\x61b\xFF");
    /// ```
    pub fn text_chunks(&mut self) -> &mut Self {
        self.indefinite(TEXT)
    }

    /// Begins an array of so many items, which then follow.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.array(2).null().array(0);
    /// assert_eq!(encoder.finish().unwrap(), [0x82, 0xF6, 0x80]);
    /// ```
    pub fn array(&mut self, len: u64) -> &mut Self {
        self.counted(ARRAY, len)
    }

    /// Begins an array that [`end`](Self::end) ends.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.open_array().bool(true).end();
    /// assert_eq!(encoder.finish().unwrap(), [0x9F, 0xF5, 0xFF]);
    /// ```
    pub fn open_array(&mut self) -> &mut Self {
        self.indefinite(ARRAY)
    }

    /// Begins a map of so many entries, which then follow: key, value, key, value.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.map(1).unsigned(1).undefined();
    /// assert_eq!(encoder.finish().unwrap(), [0xA1, 0x01, 0xF7]);
    /// ```
    pub fn map(&mut self, len: u64) -> &mut Self {
        self.counted(MAP, len)
    }

    /// Begins a map that [`end`](Self::end) ends.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.open_map().unsigned(1).end(); // a key without a value
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn open_map(&mut self) -> &mut Self {
        self.indefinite(MAP)
    }

    /// Writes a tag; the next item is what it tags.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.tag(1).unsigned(0);
    /// assert_eq!(encoder.finish().unwrap(), [0xC1, 0x00]);
    /// ```
    pub fn tag(&mut self, tag: u64) -> &mut Self {
        self.counted(TAG, tag)
    }

    /// Ends the innermost array, map or string that has no count.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.array(0).end();
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn end(&mut self) -> &mut Self {
        self.indefinite(SIMPLE)
    }

    /// Writes false or true.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.bool(false);
    /// assert_eq!(encoder.finish().unwrap(), [0xF4]);
    /// ```
    pub fn bool(&mut self, value: bool) -> &mut Self {
        self.token(Token::Bool(value))
    }

    /// Writes null.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.null();
    /// assert_eq!(encoder.finish().unwrap(), [0xF6]);
    /// ```
    pub fn null(&mut self) -> &mut Self {
        self.simple(22)
    }

    /// Writes undefined.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.undefined();
    /// assert_eq!(encoder.finish().unwrap(), [0xF7]);
    /// ```
    pub fn undefined(&mut self) -> &mut Self {
        self.simple(23)
    }

    /// Writes a simple value: 0 to 23 (of which 20 to 23 have names), or 32 to 255.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.simple(16).simple(255);
    /// assert_eq!(encoder.finish().unwrap(), [0xF0, 0xF8, 0xFF]);
    /// ```
    pub fn simple(&mut self, value: u8) -> &mut Self {
        match value {
            24..32 => self.fail(EncodeErrorKind::InvalidSimple { found: value }),
            0..24 => self.head(SIMPLE, value, 0),
            32.. => self.head(SIMPLE, 24, u64::from(value)),
        }
    }

    /// Writes a float in the shortest form that keeps its value.
    ///
    /// ```
    /// # use packed_data::cbor::Encoder;
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.float(1.5).float(100_000.0);
    /// assert_eq!(encoder.finish().unwrap(), [0xF9, 0x3E, 0x00, 0xFA, 0x47, 0xC3, 0x50, 0x00]);
    /// ```
    pub fn float(&mut self, value: f64) -> &mut Self {
        self.float_bits(shortest(value))
    }

    fn float_bits(&mut self, float: Shortest) -> &mut Self {
        match float {
            Shortest::Half(bits) => self.head(SIMPLE, 25, u64::from(bits)),
            Shortest::Single(bits) => self.head(SIMPLE, 26, u64::from(bits)),
            Shortest::Double(bits) => self.head(SIMPLE, 27, bits),
        }
    }

    fn counted(&mut self, major: u8, argument: u64) -> &mut Self {
        let info = match head::size(argument) {
            1 => argument as u8, // less than 24
            2 => 24,
            3 => 25,
            5 => 26,
            _ => 27,
        };
        self.head(major, info, argument)
    }

    fn string(&mut self, major: u8, bytes: &[u8]) -> &mut Self {
        self.counted(major, bytes.len() as u64);
        if self.failed.is_none() {
            steps::count_bytes(bytes.len());
            self.out.extend_from_slice(bytes);
        }
        self
    }

    fn indefinite(&mut self, major: u8) -> &mut Self {
        self.head(major, INDEFINITE, 0)
    }

    /// Writes a head where one may stand.
    fn head(&mut self, major: u8, info: u8, argument: u64) -> &mut Self {
        steps::count(1);
        let (bytes, size) = head::encode_as(major, info, argument);
        let head = Head { major, info, argument, size };
        if self.nesting.is_complete() {
            return self.fail(EncodeErrorKind::ExtraItem);
        }
        if let Err(kind) = self.nesting.admit(&head) {
            return self.fail(refused(kind));
        }
        if self.failed.is_none() {
            self.nesting.enter(&head);
            self.out.extend(bytes.iter().take(size));
        }
        self
    }

    /// Remembers the first thing that is wrong.
    fn fail(&mut self, kind: EncodeErrorKind) -> &mut Self {
        self.failed.get_or_insert(EncodeError { kind, offset: self.out.len() });
        self
    }
}

impl Default for Encoder {
    fn default() -> Self {
        Self::new()
    }
}

/// Why a head may not stand where it is written.
fn refused(kind: ErrorKind) -> EncodeErrorKind {
    match kind {
        ErrorKind::TooDeep { limit } => EncodeErrorKind::TooDeep { limit },
        ErrorKind::UnexpectedItem { expected, found } => EncodeErrorKind::NotAChunk { expected, found },
        _ => EncodeErrorKind::UnexpectedBreak,
    }
}
