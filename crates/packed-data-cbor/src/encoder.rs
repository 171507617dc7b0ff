//! Writes an item token by token.

use alloc::vec::Vec;

use crate::float::{Shortest, shortest, shortest_single};
use crate::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use crate::nesting::Nesting;
use crate::{EncodeError, EncodeErrorKind, ErrorKind, Limits, Token, steps};

/// Writes one item of CBOR, or a sequence of them, token by token.
///
/// Heads are the shortest; so are floats that [`float`](Self::float) writes. The encoder remembers the first error and
/// writes nothing after it; [`finish`](Self::finish) returns that error. So the bytes that `finish` returns are
/// well-formed. The encoder allocates the output, and eight bytes for each level of nesting past the sixteenth.
///
/// ```
/// use packed_data_cbor::{Encoder, to_diagnostic};
///
/// let mut encoder = Encoder::new();
/// encoder.map(2).text("name").text("wire").text("size").open_array().unsigned(3).float(0.5).end();
/// let bytes = encoder.finish()?;
/// assert_eq!(to_diagnostic(&bytes).unwrap(), r#"{"name": "wire", "size": [_ 3, 0.5]}"#);
/// # Ok::<(), packed_data_cbor::EncodeError>(())
/// ```
#[derive(Clone, Debug)]
pub struct Encoder {
    out: Vec<u8>,
    nesting: Nesting,
    failed: Option<EncodeError>,
}

impl Encoder {
    /// Returns an encoder of one item, within the default limit on depth.
    ///
    /// ```
    /// use packed_data_cbor::Encoder;
    ///
    /// assert!(Encoder::new().finish().is_err()); // an item is missing
    /// ```
    pub const fn new() -> Self {
        Self::from_state(Nesting::item(Limits::DEFAULT.depth))
    }

    /// Returns an encoder of one item, which may nest [`Limits::depth`] levels. ([`Limits::bytes`] is not used.)
    ///
    /// ```
    /// use packed_data_cbor::{Encoder, Limits};
    ///
    /// let mut encoder = Encoder::with_limits(Limits { depth: 1, ..Limits::DEFAULT });
    /// encoder.array(1).array(0);
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn with_limits(limits: impl Into<Limits>) -> Self {
        Self::from_state(Nesting::item(limits.into().depth))
    }

    /// Returns an encoder of a CBOR sequence: any number of items (RFC 8742).
    ///
    /// ```
    /// use packed_data_cbor::Encoder;
    ///
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.unsigned(1).unsigned(2);
    /// assert_eq!(encoder.finish(), Ok(vec![1, 2]));
    /// ```
    pub const fn of_sequence() -> Self {
        Self::from_state(Nesting::sequence(Limits::DEFAULT.depth))
    }

    const fn from_state(nesting: Nesting) -> Self {
        Self { out: Vec::new(), nesting, failed: None }
    }

    /// Returns the bytes that were written.
    ///
    /// ```
    /// use packed_data_cbor::{Encoder, Token};
    ///
    /// let mut encoder = Encoder::new();
    /// encoder.token(Token::Null);
    /// assert_eq!(encoder.finish(), Ok(vec![0xF6]));
    /// ```
    ///
    /// # Errors
    ///
    /// Returns the first error of the calls before, or [`EncodeErrorKind::MissingItems`] if the item is not complete.
    pub fn finish(self) -> Result<Vec<u8>, EncodeError> {
        if let Some(failed) = self.failed {
            return Err(failed);
        }
        match self.nesting.owed() {
            0 => Ok(self.out),
            at_least => Err(EncodeError { kind: EncodeErrorKind::MissingItems { at_least }, offset: self.out.len() }),
        }
    }

    /// Writes any token. (A [`Token::Half`] whose value does not fit two bytes is written as a single.)
    ///
    /// ```
    /// use packed_data_cbor::{Encoder, Tokens};
    ///
    /// let bytes = b"\x9F\x01\xF9\x3C\x00\xFF"; // [_ 1, 1.0]
    /// let mut encoder = Encoder::new();
    /// for token in Tokens::new(bytes) {
    ///     encoder.token(token?);
    /// }
    /// assert_eq!(encoder.finish().unwrap(), bytes);
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    pub fn token(&mut self, token: Token<'_>) -> &mut Self {
        match token {
            Token::Unsigned(n) => self.shortest_head(UNSIGNED, n),
            Token::Negative(n) => self.shortest_head(NEGATIVE, n),
            Token::Bytes(bytes) => self.string(BYTES, bytes),
            Token::Text(text) => self.string(TEXT, text.as_bytes()),
            Token::ByteChunks => self.indefinite(BYTES),
            Token::TextChunks => self.indefinite(TEXT),
            Token::Array(len) => self.shortest_head(ARRAY, len),
            Token::OpenArray => self.indefinite(ARRAY),
            Token::Map(len) => self.shortest_head(MAP, len),
            Token::OpenMap => self.indefinite(MAP),
            Token::Tag(tag) => self.shortest_head(TAG, tag),
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
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.unsigned(500);
    /// assert_eq!(encoder.finish().unwrap(), [0x19, 0x01, 0xF4]);
    /// ```
    pub fn unsigned(&mut self, n: u64) -> &mut Self {
        self.shortest_head(UNSIGNED, n)
    }

    /// Writes an integer. One that does not fit the 64 bits of a head is written as a bignum (RFC 8949, section 3.4.3).
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.integer(-500).integer(1 << 64);
    /// assert_eq!(encoder.finish().unwrap(), b"\x39\x01\xF3\xC2\x49\x01\0\0\0\0\0\0\0\0");
    /// ```
    pub fn integer(&mut self, n: i128) -> &mut Self {
        let (magnitude, major, tag) = if n < 0 { (!n, NEGATIVE, 3) } else { (n, UNSIGNED, 2) };
        if let Ok(argument) = u64::try_from(magnitude) {
            return self.shortest_head(major, argument);
        }
        let bytes = magnitude.to_be_bytes();
        let zeros = bytes.iter().take_while(|&&byte| byte == 0).count();
        self.tag(tag).bytes(bytes.get(zeros..).unwrap_or(&[]))
    }

    /// Writes a byte string, or a chunk of one.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
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
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.text("né");
    /// assert_eq!(encoder.finish().unwrap(), b"\x63n\xC3\xA9");
    /// ```
    pub fn text(&mut self, text: &str) -> &mut Self {
        self.string(TEXT, text.as_bytes())
    }

    /// Begins a byte string in chunks. The chunks follow, then [`end`](Self::end).
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.byte_chunks().text("not a chunk of bytes").end();
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn byte_chunks(&mut self) -> &mut Self {
        self.indefinite(BYTES)
    }

    /// Begins a text string in chunks. The chunks follow, then [`end`](Self::end).
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.text_chunks().text("a").text("b").end();
    /// assert_eq!(encoder.finish().unwrap(), b"\x7F\x61a\x61b\xFF");
    /// ```
    pub fn text_chunks(&mut self) -> &mut Self {
        self.indefinite(TEXT)
    }

    /// Begins an array of `len` items. The items follow.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.array(2).null().array(0);
    /// assert_eq!(encoder.finish().unwrap(), [0x82, 0xF6, 0x80]);
    /// ```
    pub fn array(&mut self, len: u64) -> &mut Self {
        self.shortest_head(ARRAY, len)
    }

    /// Begins an array of indefinite length. The items follow, then [`end`](Self::end).
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.open_array().bool(true).end();
    /// assert_eq!(encoder.finish().unwrap(), [0x9F, 0xF5, 0xFF]);
    /// ```
    pub fn open_array(&mut self) -> &mut Self {
        self.indefinite(ARRAY)
    }

    /// Begins a map of `len` entries. The entries follow: key, value, key, value.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.map(1).unsigned(1).undefined();
    /// assert_eq!(encoder.finish().unwrap(), [0xA1, 0x01, 0xF7]);
    /// ```
    pub fn map(&mut self, len: u64) -> &mut Self {
        self.shortest_head(MAP, len)
    }

    /// Begins a map of indefinite length. The entries follow, then [`end`](Self::end).
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.open_map().unsigned(1).end(); // a key without a value
    /// assert!(encoder.finish().is_err());
    /// ```
    pub fn open_map(&mut self) -> &mut Self {
        self.indefinite(MAP)
    }

    /// Writes a tag of the next item.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::new();
    /// encoder.tag(1).unsigned(0);
    /// assert_eq!(encoder.finish().unwrap(), [0xC1, 0x00]);
    /// ```
    pub fn tag(&mut self, tag: u64) -> &mut Self {
        self.shortest_head(TAG, tag)
    }

    /// Ends the innermost array, map or string of indefinite length.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
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
    /// # use packed_data_cbor::Encoder;
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
    /// # use packed_data_cbor::Encoder;
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
    /// # use packed_data_cbor::Encoder;
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
    /// # use packed_data_cbor::Encoder;
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

    /// Writes a float in the shortest form that keeps its value. A NaN keeps its payload.
    ///
    /// ```
    /// # use packed_data_cbor::Encoder;
    /// let mut encoder = Encoder::of_sequence();
    /// encoder.float(1.5).float(100_000.0);
    /// assert_eq!(encoder.finish().unwrap(), [0xF9, 0x3E, 0x00, 0xFA, 0x47, 0xC3, 0x50, 0x00]);
    /// ```
    pub fn float(&mut self, value: f64) -> &mut Self {
        self.float_bits(shortest(value))
    }

    fn float_bits(&mut self, float: Shortest) -> &mut Self {
        let (info, argument) = float.info_and_argument();
        self.head(SIMPLE, info, argument)
    }

    /// Writes the shortest head with an argument.
    fn shortest_head(&mut self, major: u8, argument: u64) -> &mut Self {
        self.head(major, head::shortest_info(argument), argument)
    }

    fn string(&mut self, major: u8, bytes: &[u8]) -> &mut Self {
        self.shortest_head(major, bytes.len() as u64);
        if self.failed.is_none() {
            steps::count_bytes(bytes.len());
            self.out.extend_from_slice(bytes);
        }
        self
    }

    fn indefinite(&mut self, major: u8) -> &mut Self {
        self.head(major, INDEFINITE, 0)
    }

    /// Writes a head, or records an error if the head may not be the next one.
    fn head(&mut self, major: u8, info: u8, argument: u64) -> &mut Self {
        steps::count(1);
        let (bytes, size) = head::encode_as(major, info, argument);
        let head = Head { major, info, argument, size };
        if self.nesting.is_complete() {
            return self.fail(EncodeErrorKind::ExtraItem);
        }
        if let Err(kind) = self.nesting.admit(&head) {
            return self.fail(kind_of(kind));
        }
        if self.failed.is_none() {
            self.nesting.enter(&head);
            self.out.extend(bytes.iter().take(size));
        }
        self
    }

    /// Remembers the first error.
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

/// Converts the error that a head may not be the next one.
fn kind_of(kind: ErrorKind) -> EncodeErrorKind {
    match kind {
        ErrorKind::TooDeep { limit } => EncodeErrorKind::TooDeep { limit },
        ErrorKind::UnexpectedItem { expected, found } => EncodeErrorKind::NotAChunk { expected, found },
        _ => EncodeErrorKind::UnexpectedBreak,
    }
}
