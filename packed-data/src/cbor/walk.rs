//! One pass over the heads of an item: is it well-formed, and where does it end?

use super::head::{self, ARRAY, BYTES, Head, MAP, TAG, TEXT};
use super::nesting::Nesting;
use crate::error::Path;
use crate::{Error, ErrorKind, Limits, steps};

/// A head, and the string that it begins.
#[derive(Clone, Copy, Debug)]
pub(crate) struct Step<'b> {
    pub(crate) head: Head,
    /// The bytes of a string; empty for other items.
    pub(crate) bytes: &'b [u8],
    /// A text string; empty for other items.
    pub(crate) text: &'b str,
    /// Where the next head stands.
    pub(crate) end: usize,
}

/// What is wrong, and where: an error without its path, which takes most of its room.
pub(crate) type Failure = (ErrorKind, usize);

#[cold]
pub(crate) const fn error(kind: ErrorKind, offset: usize) -> Error {
    Error { kind, offset, path: Path::EMPTY }
}

/// How many bytes of a string follow a head.
#[inline]
pub(crate) const fn string_len(head: &Head) -> u64 {
    match head.major {
        BYTES | TEXT => head.argument, // 0 where the length is indefinite
        _ => 0,
    }
}

/// Reads the head at an offset, checks that it may stand there and that the input can hold what it promises, and goes
/// past it.
#[inline]
pub(crate) fn step<'b>(bytes: &'b [u8], at: usize, nesting: &mut Nesting) -> Result<Step<'b>, Failure> {
    steps::count(1);
    let head = match head::read(bytes, at) {
        Ok(head) => head,
        Err(kind) => return Err((kind, at)),
    };
    if let Err(kind) = nesting.admit(&head) {
        return Err((kind, at));
    }
    nesting.enter(&head);
    let begin = at + head.size;
    let rest = bytes.get(begin..).unwrap_or(&[]);
    let needed = promised(&head);
    if needed > rest.len() as u64 {
        return Err((ErrorKind::UnexpectedEnd { needed, left: rest.len() }, begin));
    }
    let string = if matches!(head.major, BYTES | TEXT) { prefix(rest, needed) } else { &[] };
    let text = if head.major == TEXT { text(string, begin)? } else { "" };
    Ok(Step { head, bytes: string, text, end: begin + string.len() })
}

/// How many bytes must at least follow a head for what it promises: its string, or its items.
#[inline]
const fn promised(head: &Head) -> u64 {
    match head.major {
        BYTES | TEXT | ARRAY => head.argument, // 0 where the length is indefinite
        MAP => head.argument.saturating_mul(2),
        TAG => 1,
        _ => 0,
    }
}

/// The first bytes of some that are as many at least.
#[inline]
fn prefix(bytes: &[u8], len: u64) -> &[u8] {
    usize::try_from(len).ok().and_then(|len| bytes.get(..len)).unwrap_or(bytes)
}

/// The text in some bytes that begin at an offset.
#[inline]
pub(crate) fn text(bytes: &[u8], begin: usize) -> Result<&str, Failure> {
    steps::count_bytes(bytes.len());
    match core::str::from_utf8(bytes) {
        Ok(text) => Ok(text),
        Err(wrong) => Err((ErrorKind::InvalidUtf8, begin + wrong.valid_up_to())),
    }
}

/// Checks that bytes are one well-formed item of CBOR, whose texts are UTF-8, and nothing more.
///
/// One pass, without recursion; it allocates only past sixteen levels, eight bytes a level. Arrays, maps and tags
/// are the levels that [`Limits::depth`] counts. See RFC 8949, section 3 and appendix C; text is checked too, each
/// chunk of it by itself (section 3.2.3).
///
/// ```
/// use packed_data::{Limits, cbor};
///
/// assert_eq!(cbor::check(b"\x83\x01\x61a\xF6", &Limits::DEFAULT), Ok(())); // [1, "a", null]
///
/// let error = cbor::check(b"\x83\x01\x61\xFF\xF6", &Limits::DEFAULT).unwrap_err();
/// assert_eq!(error.to_string(), "invalid string: expected UTF-8, found another byte sequence, at byte 3");
/// ```
///
/// # Errors
///
/// Whatever is ill-formed: the end of the input within an item (where a head asks for more bytes or items than are
/// left, that is told at the head), reserved additional information, a simple value below 32 in two bytes, a break where none may
/// stand, a chunk that is no string of its kind; text that is not UTF-8; [`ErrorKind::TrailingBytes`],
/// [`ErrorKind::TooDeep`], [`ErrorKind::TooLarge`].
pub fn check(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    check_size(bytes, limits)?;
    let end = walk(bytes, limits)?;
    match bytes.len() - end {
        0 => Ok(()),
        count => Err(error(ErrorKind::TrailingBytes { count }, end)),
    }
}

/// Checks that bytes begin with one well-formed item of CBOR, and tells how many bytes it takes.
///
/// It costs what [`check`] costs.
///
/// ```
/// use packed_data::{Limits, cbor};
///
/// let bytes = b"\x82\x01\x02\x61a"; // [1, 2], "a"
/// assert_eq!(cbor::check_prefix(bytes, &Limits::DEFAULT), Ok(3));
/// assert_eq!(cbor::check_prefix(&bytes[3..], &Limits::DEFAULT), Ok(2));
/// ```
///
/// # Errors
///
/// Those of [`check`], except for trailing bytes; [`ErrorKind::TooLarge`] where the item is longer than
/// [`Limits::bytes`].
pub fn check_prefix(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let Some(within) = bytes.get(..limits.bytes) else {
        return walk(bytes, limits);
    };
    walk(within, limits).map_err(|wrong| match wrong.kind {
        ErrorKind::UnexpectedEnd { .. } => too_large(limits.bytes),
        _ => wrong,
    })
}

/// Checks that an input is not longer than the limit.
pub(crate) fn check_size(bytes: &[u8], limits: &Limits) -> Result<(), Error> {
    if bytes.len() > limits.bytes { Err(too_large(limits.bytes)) } else { Ok(()) }
}

pub(crate) fn too_large(limit: usize) -> Error {
    error(ErrorKind::TooLarge { limit }, limit)
}

fn walk(bytes: &[u8], limits: &Limits) -> Result<usize, Error> {
    let mut nesting = Nesting::item(limits.depth);
    let mut at = 0;
    while !nesting.is_complete() {
        at = step(bytes, at, &mut nesting).map_err(|(kind, offset)| error(kind, offset))?.end;
    }
    Ok(at)
}
