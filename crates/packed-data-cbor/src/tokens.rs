//! Reads an item token by token.

use core::iter::FusedIterator;

use crate::float::{half_to_single, single_to_double};
use crate::head::{ARRAY, BYTES, Head, MAP, NEGATIVE, TAG, TEXT, UNSIGNED};
use crate::nesting::Nesting;
use crate::walk::{Lexeme, check_size, read_lexeme};
use crate::{Error, ErrorKind, Limits};

/// A part of an item of CBOR that has no parts itself: a number, a string, or the start of an array.
///
/// An item is a tree; its tokens are the same tree in pre-order. An [`Encoder`](crate::Encoder) that is passed these
/// tokens writes the same item, with the shortest heads; floats keep their widths, and indefinite lengths remain.
///
/// ```
/// use packed_data_cbor::{Token, Tokens};
///
/// let tokens: Result<Vec<_>, _> = Tokens::new(b"\xA1\x61x\x9F\xF5\xFF").collect(); // {"x": [_ true]}
/// assert_eq!(tokens?, [Token::Map(1), Token::Text("x"), Token::OpenArray, Token::Bool(true), Token::Break]);
/// # Ok::<(), packed_data_cbor::Error>(())
/// ```
#[derive(Clone, Copy, Debug, PartialEq)]
pub enum Token<'b> {
    /// An integer from 0 up (major type 0).
    Unsigned(u64),
    /// The integer `-1 - n` (major type 1).
    Negative(u64),
    /// A byte string, or one chunk of it (major type 2).
    Bytes(&'b [u8]),
    /// A text string, or one chunk of it (major type 3).
    Text(&'b str),
    /// The start of a byte string in chunks: [`Bytes`](Self::Bytes) follow, then a [`Break`](Self::Break).
    ByteChunks,
    /// The start of a text string in chunks: [`Text`](Self::Text)s follow, then a [`Break`](Self::Break).
    TextChunks,
    /// The start of an array of this number of items (major type 4).
    Array(u64),
    /// The start of an array of indefinite length, which a [`Break`](Self::Break) ends.
    OpenArray,
    /// The start of a map of this number of pairs of a key and a value (major type 5).
    Map(u64),
    /// The start of a map of indefinite length, which a [`Break`](Self::Break) ends.
    OpenMap,
    /// A tag of the next item (major type 6).
    Tag(u64),
    /// False or true (simple values 20 and 21).
    Bool(bool),
    /// Null (simple value 22).
    Null,
    /// Undefined (simple value 23).
    Undefined,
    /// Another simple value: 0 to 19, or 32 to 255.
    Simple(u8),
    /// A float of two bytes. (A NaN keeps its payload.)
    Half(f32),
    /// A float of four bytes.
    Single(f32),
    /// A float of eight bytes.
    Double(f64),
    /// The end of an array, map or string of indefinite length.
    Break,
}

impl<'b> Token<'b> {
    /// Returns the token with these bytes.
    pub(crate) fn new(lexeme: &Lexeme<'b>) -> Self {
        let Lexeme { head: Head { major, argument, .. }, bytes, text, .. } = *lexeme;
        match (major, lexeme.head.is_indefinite()) {
            (UNSIGNED, _) => Self::Unsigned(argument),
            (NEGATIVE, _) => Self::Negative(argument),
            (BYTES, false) => Self::Bytes(bytes),
            (TEXT, false) => Self::Text(text),
            (ARRAY, false) => Self::Array(argument),
            (MAP, false) => Self::Map(argument),
            (TAG, _) => Self::Tag(argument),
            (BYTES, true) => Self::ByteChunks,
            (TEXT, true) => Self::TextChunks,
            (ARRAY, true) => Self::OpenArray,
            (MAP, true) => Self::OpenMap,
            _ => Self::simple(&lexeme.head),
        }
    }

    /// Returns the token of a head of major type 7, whose argument fits the width that `info` states.
    fn simple(head: &Head) -> Self {
        let argument = head.argument;
        match (head.info, argument as u8) {
            (20, _) => Self::Bool(false),
            (21, _) => Self::Bool(true),
            (22, _) => Self::Null,
            (23, _) => Self::Undefined,
            (25, _) => Self::Half(f32::from_bits(half_to_single(argument as u16))),
            (26, _) => Self::Single(f32::from_bits(argument as u32)),
            (27, _) => Self::Double(f64::from_bits(argument)),
            (31, _) => Self::Break,
            (_, value) => Self::Simple(value),
        }
    }

    /// Returns the value of a float of any width. A NaN keeps its payload.
    ///
    /// ```
    /// use packed_data_cbor::Token;
    ///
    /// assert_eq!(Token::Half(1.5).as_f64(), Some(1.5));
    /// assert_eq!(Token::Unsigned(1).as_f64(), None);
    /// ```
    pub fn as_f64(&self) -> Option<f64> {
        match *self {
            Self::Half(value) | Self::Single(value) => Some(f64::from_bits(single_to_double(value.to_bits()))),
            Self::Double(value) => Some(value),
            _ => None,
        }
    }

    /// Returns the value of an integer of either sign.
    ///
    /// ```
    /// use packed_data_cbor::Token;
    ///
    /// assert_eq!(Token::Negative(99).as_integer(), Some(-100));
    /// assert_eq!(Token::Negative(u64::MAX).as_integer(), Some(-18_446_744_073_709_551_616));
    /// ```
    pub fn as_integer(&self) -> Option<i128> {
        match *self {
            Self::Unsigned(n) => Some(i128::from(n)),
            Self::Negative(n) => Some(-1 - i128::from(n)),
            _ => None,
        }
    }
}

/// An iterator over the tokens of one item, or of a sequence of items (RFC 8742), which checks as it reads.
///
/// It builds no tree: strings are borrowed, and only the containers around the next token are remembered, which
/// allocates eight bytes for each level past the sixteenth, up to [`Limits::depth`]. Arrays, maps and tags are levels.
/// If an array, a map or a string announces more than the rest of the input can hold, an error is returned instead of
/// its token. An error is the last element. An iterator that ended without an error has read well-formed bytes.
///
/// ```
/// use packed_data_cbor::{Token, Tokens};
///
/// let mut tokens = Tokens::new(&[0x82, 0x18, 0x64]);
/// assert_eq!(tokens.next(), Some(Ok(Token::Array(2))));
/// assert_eq!(tokens.next(), Some(Ok(Token::Unsigned(100))));
/// assert_eq!(tokens.next().unwrap().unwrap_err().to_string(),
///     "unexpected end of input: expected at least 1 more byte, found 0, at byte 3");
/// assert_eq!(tokens.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'b> {
    bytes: &'b [u8],
    nesting: Nesting,
    limits: Limits,
    /// The offset of the last token that was returned.
    begin: usize,
    /// The offset of the next token.
    at: usize,
    done: bool,
}

impl<'b> Tokens<'b> {
    /// Returns the tokens of one item, within the default limits.
    ///
    /// ```
    /// use packed_data_cbor::{Token, Tokens};
    ///
    /// assert_eq!(Tokens::new(&[0x20]).next(), Some(Ok(Token::Negative(0))));
    /// ```
    pub fn new(bytes: &'b [u8]) -> Self {
        Self::with_limits(bytes, Limits::DEFAULT)
    }

    /// Returns the tokens of one item.
    ///
    /// ```
    /// use packed_data_cbor::{Limits, Tokens};
    ///
    /// let limits = Limits { depth: 2, ..Limits::DEFAULT };
    /// assert!(Tokens::with_limits(&[0x81, 0x81, 0x00], limits).all(|token| token.is_ok()));
    /// assert!(!Tokens::with_limits(&[0x81, 0x81, 0x80], limits).all(|token| token.is_ok()));
    /// ```
    pub fn with_limits(bytes: &'b [u8], limits: impl Into<Limits>) -> Self {
        let limits = limits.into();
        Self::from_state(bytes, Nesting::item(limits.depth), limits)
    }

    fn from_state(bytes: &'b [u8], nesting: Nesting, limits: Limits) -> Self {
        Self { bytes, nesting, limits, begin: 0, at: 0, done: false }
    }

    /// Returns the tokens of a CBOR sequence: any number of items, one after the other (RFC 8742).
    ///
    /// ```
    /// use packed_data_cbor::{Token, Tokens};
    ///
    /// let tokens: Result<Vec<_>, _> = Tokens::of_sequence(&[1, 2]).collect();
    /// assert_eq!(tokens, Ok(vec![Token::Unsigned(1), Token::Unsigned(2)]));
    /// assert_eq!(Tokens::of_sequence(&[]).next(), None);
    /// ```
    pub fn of_sequence(bytes: &'b [u8]) -> Self {
        Self::of_sequence_with_limits(bytes, Limits::DEFAULT)
    }

    /// Returns the tokens of a CBOR sequence. The limit on depth applies to each item, that on bytes to all of them.
    ///
    /// ```
    /// use packed_data_cbor::{Limits, Tokens};
    ///
    /// let limits = Limits { depth: 1, ..Limits::DEFAULT };
    /// assert_eq!(Tokens::of_sequence_with_limits(&[0x80, 0x80], limits).count(), 2);
    /// ```
    pub fn of_sequence_with_limits(bytes: &'b [u8], limits: impl Into<Limits>) -> Self {
        let limits = limits.into();
        Self::from_state(bytes, Nesting::sequence(limits.depth), limits)
    }

    /// Returns where the last returned token begins, in bytes from the start of the input.
    ///
    /// ```
    /// use packed_data_cbor::Tokens;
    ///
    /// let mut tokens = Tokens::new(&[0x82, 0x18, 0x64, 0x00]);
    /// let last = tokens.by_ref().last();
    /// assert!(last.is_some() && tokens.offset() == 3 && tokens.position() == 4);
    /// ```
    pub fn offset(&self) -> usize {
        self.begin
    }

    /// Returns where the next token begins, in bytes from the start of the input.
    ///
    /// ```
    /// use packed_data_cbor::Tokens;
    ///
    /// let mut tokens = Tokens::new(b"\x65hello");
    /// tokens.next();
    /// assert_eq!(tokens.position(), 6);
    /// ```
    pub fn position(&self) -> usize {
        self.at
    }

    /// Returns an iterator over the tokens with their offsets, in bytes from the start of the input.
    ///
    /// ```
    /// use packed_data_cbor::{Token, Tokens};
    ///
    /// let tokens: Result<Vec<_>, _> = Tokens::new(b"\x82\x61a\x01").with_offsets().collect();
    /// assert_eq!(tokens?, [(0, Token::Array(2)), (1, Token::Text("a")), (3, Token::Unsigned(1))]);
    /// # Ok::<(), packed_data_cbor::Error>(())
    /// ```
    pub fn with_offsets(mut self) -> impl FusedIterator<Item = Result<(usize, Token<'b>), Error>> + use<'b> {
        core::iter::from_fn(move || {
            let token = self.next()?;
            Some(token.map(|token| (self.begin, token)))
        })
        .fuse()
    }

    /// Reads the bytes of the next token.
    pub(crate) fn next_lexeme(&mut self) -> Option<Result<Lexeme<'b>, Error>> {
        if self.done {
            return None;
        }
        let lexeme = self.try_next().transpose();
        self.done = !matches!(lexeme, Some(Ok(_)));
        lexeme
    }

    fn try_next(&mut self) -> Result<Option<Lexeme<'b>>, Error> {
        if self.at == 0 {
            check_size(self.bytes, &self.limits)?;
        }
        let left = self.bytes.len() - self.at;
        if self.nesting.is_complete() {
            return match left {
                0 => Ok(None),
                count => Err(Error::new(ErrorKind::TrailingBytes { count }, self.at)),
            };
        }
        if self.nesting.is_between_items() && left == 0 {
            return Ok(None);
        }
        let lexeme = read_lexeme(self.bytes, self.at, &mut self.nesting)?;
        self.begin = self.at;
        self.at = lexeme.end;
        Ok(Some(lexeme))
    }
}

impl<'b> Iterator for Tokens<'b> {
    type Item = Result<Token<'b>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_lexeme()?.map(|lexeme| Token::new(&lexeme)))
    }
}

impl FusedIterator for Tokens<'_> {}
