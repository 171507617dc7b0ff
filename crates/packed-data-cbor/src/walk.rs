//! One pass over the heads of an item, which checks that it is well-formed and finds where it ends.

use crate::head::{self, ARRAY, BYTES, Head, MAP, TAG, TEXT};
use crate::nesting::Nesting;
use crate::{Error, ErrorKind, Limits, steps};

/// A head together with the string that it begins: the bytes of one token.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Lexeme<'b> {
    pub(crate) head: Head,
    /// The bytes of a string; empty for other items.
    pub(crate) bytes: &'b [u8],
    /// The text of a text string; empty for other items.
    pub(crate) text: &'b str,
    /// The offset of the next head.
    pub(crate) end: usize,
}

/// Returns how many bytes of a string follow a head.
#[inline]
pub(crate) const fn string_len(head: &Head) -> u64 {
    match head.major {
        BYTES | TEXT => head.argument, // 0 if the length is indefinite
        _ => 0,
    }
}

/// Reads the lexeme at an offset. Checks that it may occur there, and that the input is long enough for what its head
/// announces.
#[inline]
pub(crate) fn read_lexeme<'b>(bytes: &'b [u8], at: usize, nesting: &mut Nesting) -> Result<Lexeme<'b>, Error> {
    steps::count(1);
    let head = match head::read(bytes, at) {
        Ok(head) => head,
        Err(kind) => return Err(Error::new(kind, at)),
    };
    if let Err(kind) = nesting.admit(&head) {
        return Err(Error::new(kind, at));
    }
    nesting.enter(&head);
    let begin = at + head.size;
    let rest = bytes.get(begin..).unwrap_or(&[]);
    let needed = announced(&head);
    if needed > rest.len() as u64 {
        return Err(Error::new(ErrorKind::UnexpectedEnd { needed, left: rest.len() }, begin));
    }
    let string = if matches!(head.major, BYTES | TEXT) { prefix(rest, needed) } else { &[] };
    let text = if head.major == TEXT { text(string, begin)? } else { "" };
    Ok(Lexeme { head, bytes: string, text, end: begin + string.len() })
}

/// Returns how many bytes must follow a head at least: those of its string, or one for each of its items.
#[inline]
const fn announced(head: &Head) -> u64 {
    match head.major {
        BYTES | TEXT | ARRAY => head.argument, // 0 if the length is indefinite
        MAP => head.argument.saturating_mul(2),
        TAG => 1,
        _ => 0,
    }
}

/// Returns the first `len` of at least `len` bytes.
#[inline]
fn prefix(bytes: &[u8], len: u64) -> &[u8] {
    usize::try_from(len).ok().and_then(|len| bytes.get(..len)).unwrap_or(bytes)
}

/// Returns the text in bytes that begin at offset `begin`.
#[inline]
pub(crate) fn text(bytes: &[u8], begin: usize) -> Result<&str, Error> {
    steps::count_bytes(bytes.len());
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(wrong) => Err(Error::new(ErrorKind::InvalidUtf8, begin + wrong.valid_up_to())),
    }
}

/// Checks that bytes are exactly one well-formed item of CBOR, and that its texts are UTF-8.
///
/// It is one pass without recursion, and allocates eight bytes for each level of nesting past the sixteenth. Arrays,
/// maps and tags are levels, which [`Limits::depth`] bounds. It follows RFC 8949, section 3 and appendix C; each chunk
/// of a text must be UTF-8 by itself (section 3.2.3).
///
/// ```
/// use packed_data_cbor::{Limits, check};
///
/// assert_eq!(check(b"\x83\x01\x61a\xF6", Limits::DEFAULT), Ok(())); // [1, "a", null]
///
/// let error = check(b"\x83\x01\x61\xFF\xF6", Limits::DEFAULT).unwrap_err();
/// assert_eq!(error.to_string(), "invalid string: expected UTF-8, found another byte sequence, at byte 3");
/// ```
///
/// # Errors
///
/// - [`ErrorKind::UnexpectedEnd`]: the input ends within the item. If a head announces more bytes or items than bytes
///   are left, the error is reported directly after that head.
/// - [`ErrorKind::ReservedHead`], [`ErrorKind::InvalidSimple`], [`ErrorKind::UnexpectedBreak`],
///   [`ErrorKind::UnexpectedItem`], [`ErrorKind::InvalidUtf8`]: the item is not well-formed.
/// - [`ErrorKind::TrailingBytes`]: bytes follow the item.
/// - [`ErrorKind::TooDeep`], [`ErrorKind::TooLarge`]: the item, or the input, exceeds the limits.
pub fn check(bytes: &[u8], limits: impl Into<Limits>) -> Result<(), Error> {
    let limits = limits.into();
    check_size(bytes, &limits)?;
    let end = walk(bytes, &limits)?;
    match bytes.len() - end {
        0 => Ok(()),
        count => Err(Error::new(ErrorKind::TrailingBytes { count }, end)),
    }
}

/// Checks that bytes begin with one well-formed item of CBOR, and returns its size in bytes.
///
/// It takes the same time and memory as [`check`].
///
/// ```
/// use packed_data_cbor::{Limits, check_prefix};
///
/// let bytes = b"\x82\x01\x02\x61a"; // [1, 2], "a"
/// assert_eq!(check_prefix(bytes, Limits::DEFAULT), Ok(3));
/// assert_eq!(check_prefix(&bytes[3..], Limits::DEFAULT), Ok(2));
/// ```
///
/// # Errors
///
/// Returns the errors of [`check`], except the one for trailing bytes, and [`ErrorKind::TooLarge`] if the item is
/// longer than [`Limits::bytes`].
pub fn check_prefix(bytes: &[u8], limits: impl Into<Limits>) -> Result<usize, Error> {
    let limits = limits.into();
    let Some(within) = bytes.get(..limits.bytes) else {
        return walk(bytes, &limits);
    };
    walk(within, &limits).map_err(|error| match error.kind() {
        ErrorKind::UnexpectedEnd { .. } => too_large(limits.bytes),
        _ => error,
    })
}

/// Checks that an input is not longer than the limit.
pub(crate) fn check_size(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.bytes { Err(too_large(limits.bytes)) } else { Ok(()) }
}

pub(crate) const fn too_large(limit: usize) -> Error {
    Error::new(ErrorKind::TooLarge { limit }, limit)
}

/// Checks the item at the start of the bytes, and returns its end.
fn walk(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let mut nesting = Nesting::item(limits.depth);
    let mut at = 0;
    while !nesting.is_complete() {
        at = read_lexeme(bytes, at, &mut nesting)?.end;
    }
    Ok(at)
}
