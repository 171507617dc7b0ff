//! The tokens of an item, in their order.

use core::iter::FusedIterator;

use super::float::{half_to_single, single_to_double};
use super::head::{ARRAY, BYTES, Head, MAP, NEGATIVE, TAG, TEXT, UNSIGNED};
use super::nesting::Nesting;
use super::walk::{Step, check_size, error, step};
use crate::{Error, ErrorKind, Limits};

/// A part of an item of CBOR that has no parts itself: a number, a string, the beginning of an array.
///
/// An item is a tree; its tokens are the same tree in pre-order. An [`Encoder`](super::Encoder) makes the item of them
/// again, with the shortest heads, and the widths of floats and the indefinite lengths as they were.
///
/// ```
/// use packed_data::cbor::{Token, Tokens};
///
/// let tokens: Result<Vec<_>, _> = Tokens::new(b"\xA1\x61x\x9F\xF5\xFF").collect(); // {"x": [_ true]}
/// assert_eq!(tokens?, [Token::Map(1), Token::Text("x"), Token::OpenArray, Token::Bool(true), Token::Break]);
/// # Ok::<(), packed_data::Error>(())
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
    /// A byte string in chunks begins: [`Bytes`](Self::Bytes) follow, and a [`Break`](Self::Break).
    ByteChunks,
    /// A text string in chunks begins: [`Text`](Self::Text)s follow, and a [`Break`](Self::Break).
    TextChunks,
    /// An array begins, of so many items (major type 4).
    Array(u64),
    /// An array begins that a [`Break`](Self::Break) ends.
    OpenArray,
    /// A map begins, of so many pairs of a key and a value (major type 5).
    Map(u64),
    /// A map begins that a [`Break`](Self::Break) ends.
    OpenMap,
    /// The next item has this tag (major type 6).
    Tag(u64),
    /// False or true (simple values 20 and 21).
    Bool(bool),
    /// Null (simple value 22).
    Null,
    /// Undefined (simple value 23).
    Undefined,
    /// Another simple value: 0 to 19, or 32 to 255.
    Simple(u8),
    /// A float in two bytes. (Of one that is no number, the payload is kept.)
    Half(f32),
    /// A float in four bytes.
    Single(f32),
    /// A float in eight bytes.
    Double(f64),
    /// The end of what a token without a count began.
    Break,
}

impl<'b> Token<'b> {
    /// What a step of a walk went past.
    pub(crate) fn new(step: &Step<'b>) -> Self {
        let Step { head: Head { major, argument, .. }, bytes, text, .. } = *step;
        match (major, step.head.is_indefinite()) {
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
            _ => Self::simple(&step.head),
        }
    }

    /// What stands in a head of major type 7. The argument fits the width that `info` tells.
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

    /// The value of a float of any width, its payload kept where it is no number.
    ///
    /// ```
    /// use packed_data::cbor::Token;
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

    /// The value of an integer of either sign.
    ///
    /// ```
    /// use packed_data::cbor::Token;
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

/// The tokens of one item, or of a sequence of items (RFC 8742): an iterator that checks as it goes.
///
/// Nothing is built: strings are borrowed, and only what is open is remembered; past sixteen levels that takes eight
/// bytes of heap a level, up to [`Limits::depth`]. Arrays, maps and tags are levels. What an array, a map or a string
/// claims, the input has bytes for: a claim that is too large is an error in the place of its token. After an error the iterator is
/// at its end; one that came to its end without an error has gone over well-formed bytes.
///
/// ```
/// use packed_data::cbor::{Token, Tokens};
///
/// let mut tokens = Tokens::new(&[0x82, 0x18, 0x64]);
/// assert_eq!(tokens.next(), Some(Ok(Token::Array(2))));
/// assert_eq!(tokens.next(), Some(Ok(Token::Unsigned(100))));
/// assert_eq!(tokens.next().unwrap().unwrap_err().to_string(),
///     "unexpected end of input: expected at least 1 more bytes, found 0, at byte 3");
/// assert_eq!(tokens.next(), None);
/// ```
#[derive(Clone, Debug)]
pub struct Tokens<'b> {
    bytes: &'b [u8],
    nesting: Nesting,
    limits: Limits,
    /// Where the token given last begins, and where the next one does.
    begin: usize,
    at: usize,
    done: bool,
}

impl<'b> Tokens<'b> {
    /// The tokens of one item, within the default limits.
    ///
    /// ```
    /// use packed_data::cbor::{Token, Tokens};
    ///
    /// assert_eq!(Tokens::new(&[0x20]).next(), Some(Ok(Token::Negative(0))));
    /// ```
    pub fn new(bytes: &'b [u8]) -> Self {
        Self::with_limits(bytes, &Limits::DEFAULT)
    }

    /// The tokens of one item.
    ///
    /// ```
    /// use packed_data::{Limits, cbor::Tokens};
    ///
    /// let limits = Limits { depth: 2, ..Limits::DEFAULT };
    /// assert!(Tokens::with_limits(&[0x81, 0x81, 0x00], &limits).all(|token| token.is_ok()));
    /// assert!(!Tokens::with_limits(&[0x81, 0x81, 0x80], &limits).all(|token| token.is_ok()));
    /// ```
    pub fn with_limits(bytes: &'b [u8], limits: &Limits) -> Self {
        let nesting = Nesting::item(limits.depth);
        Self { bytes, nesting, limits: *limits, begin: 0, at: 0, done: false }
    }

    /// The tokens of any number of items, one after the other: a CBOR sequence (RFC 8742).
    ///
    /// ```
    /// use packed_data::cbor::{Token, Tokens};
    ///
    /// let tokens: Result<Vec<_>, _> = Tokens::of_sequence(&[1, 2]).collect();
    /// assert_eq!(tokens, Ok(vec![Token::Unsigned(1), Token::Unsigned(2)]));
    /// assert_eq!(Tokens::of_sequence(&[]).next(), None);
    /// ```
    pub fn of_sequence(bytes: &'b [u8]) -> Self {
        Self::of_sequence_with_limits(bytes, &Limits::DEFAULT)
    }

    /// The tokens of any number of items, none of which nests deeper than the limit.
    ///
    /// ```
    /// use packed_data::{Limits, cbor::Tokens};
    ///
    /// let limits = Limits { depth: 1, ..Limits::DEFAULT };
    /// assert_eq!(Tokens::of_sequence_with_limits(&[0x80, 0x80], &limits).count(), 2);
    /// ```
    pub fn of_sequence_with_limits(bytes: &'b [u8], limits: &Limits) -> Self {
        Self { nesting: Nesting::sequence(limits.depth), ..Self::with_limits(bytes, limits) }
    }

    /// Where the token given last begins, in bytes from the start of the input.
    ///
    /// ```
    /// use packed_data::cbor::Tokens;
    ///
    /// let mut tokens = Tokens::new(&[0x82, 0x18, 0x64, 0x00]);
    /// let last = tokens.by_ref().last();
    /// assert!(last.is_some() && tokens.offset() == 3 && tokens.position() == 4);
    /// ```
    pub fn offset(&self) -> usize {
        self.begin
    }

    /// Where the next token begins, in bytes from the start of the input.
    ///
    /// ```
    /// use packed_data::cbor::Tokens;
    ///
    /// let mut tokens = Tokens::new(b"\x65hello");
    /// tokens.next();
    /// assert_eq!(tokens.position(), 6);
    /// ```
    pub fn position(&self) -> usize {
        self.at
    }

    /// Each token with the offset where it begins.
    ///
    /// ```
    /// use packed_data::cbor::{Token, Tokens};
    ///
    /// let tokens: Result<Vec<_>, _> = Tokens::new(b"\x82\x61a\x01").with_offsets().collect();
    /// assert_eq!(tokens?, [(0, Token::Array(2)), (1, Token::Text("a")), (3, Token::Unsigned(1))]);
    /// # Ok::<(), packed_data::Error>(())
    /// ```
    pub fn with_offsets(mut self) -> impl FusedIterator<Item = Result<(usize, Token<'b>), Error>> + use<'b> {
        core::iter::from_fn(move || {
            let token = self.next()?;
            Some(token.map(|token| (self.begin, token)))
        })
        .fuse()
    }

    /// The next head and the string it begins.
    pub(crate) fn next_step(&mut self) -> Option<Result<Step<'b>, Error>> {
        if self.done {
            return None;
        }
        let step = self.try_step().transpose();
        self.done = !matches!(step, Some(Ok(_)));
        step
    }

    fn try_step(&mut self) -> Result<Option<Step<'b>>, Error> {
        if self.at == 0 {
            check_size(self.bytes, &self.limits)?;
        }
        let left = self.bytes.len() - self.at;
        if self.nesting.is_complete() {
            return if left == 0 { Ok(None) } else { Err(error(ErrorKind::TrailingBytes { count: left }, self.at)) };
        }
        if self.nesting.is_between_items() && left == 0 {
            return Ok(None);
        }
        let step = step(self.bytes, self.at, &mut self.nesting).map_err(|(kind, offset)| error(kind, offset))?;
        self.begin = self.at;
        self.at = step.end;
        Ok(Some(step))
    }
}

impl<'b> Iterator for Tokens<'b> {
    type Item = Result<Token<'b>, Error>;

    fn next(&mut self) -> Option<Self::Item> {
        Some(self.next_step()?.map(|step| Token::new(&step)))
    }
}

impl FusedIterator for Tokens<'_> {}
