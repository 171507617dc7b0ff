//! Checking items: heads, kinds, ranges, and what stands after the fields that the reader knows.

use core::ops::RangeInclusive;

use super::item::{Begin, float_bits};
use super::place::{After, Frame};
use super::{Fields, fields_of};
use crate::cbor::float;
use crate::cbor::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};
use crate::error::ErrorKind;
use crate::raw::ByteArray;
use crate::scalar::{Kind, Scalar};
use crate::shape::{Elements, SequenceKind, Shape, ShapeOf, Style, Variants};
use crate::steps;
use crate::validate::{Checker, Failed};

/// The tags of integers of any size.
const BIG: u64 = 2;
const BIG_NEGATIVE: u64 = 3;

/// Checks a head, and gives it with the offset after it.
#[inline(never)]
fn begin(checker: &mut Checker<'_>, at: usize) -> Result<(Head, usize), Failed> {
    match head::read(checker.bytes(), at) {
        Ok(head) => {
            if !head.is_minimal() || head.info == INDEFINITE {
                checker.is_shortest = false;
            }
            Ok((head, at + head.size))
        }
        Err(kind) => Err(checker.fail(kind, at)),
    }
}

/// Checks the head of an item after its tags, and gives it with its offset and the one after it.
///
/// As in reading, the way of what is not short is a call.
#[inline]
fn content(checker: &mut Checker<'_>, at: usize) -> Result<(Head, usize, usize), Failed> {
    if let Some(&first) = checker.bytes().get(at) {
        let (major, info) = (first >> 5, first & 0x1F);
        if major != TAG && info < 24 {
            return Ok((Head { major, info, argument: info.into(), size: 1 }, at, at + 1));
        }
    }
    content_of_any(checker, at)
}

/// As [`content`], whatever stands there.
#[inline(never)]
fn content_of_any(checker: &mut Checker<'_>, mut at: usize) -> Result<(Head, usize, usize), Failed> {
    loop {
        let (head, end) = begin(checker, at)?;
        if head.major != TAG {
            return Ok((head, at, end));
        }
        checker.is_shortest = false;
        at = end;
    }
}

/// Reports an item of another kind.
#[cold]
fn unexpected(checker: &mut Checker<'_>, expected: &'static str, head: Head, at: usize) -> Failed {
    if head.is_break() {
        return checker.fail(ErrorKind::UnexpectedBreak, at);
    }
    checker.fail(ErrorKind::UnexpectedItem { expected, found: head.kind() }, at)
}

/// Whether a break stands there.
pub(super) fn is_break(checker: &Checker<'_>, at: usize) -> bool {
    checker.bytes().get(at) == Some(&(SIMPLE << 5 | INDEFINITE))
}

/// Checks the beginning of an array, and gives what is left of it.
#[inline]
fn array(checker: &mut Checker<'_>, at: usize) -> Result<(Frame, usize), Failed> {
    let (head, at, first) = content(checker, at)?;
    if head.major != ARRAY {
        return Err(unexpected(checker, "an array", head, at));
    }
    Ok((frame(checker, head, first, 1)?, first))
}

/// What is left of a sequence whose head was read, each of its elements at least so many bytes.
#[inline]
fn frame(checker: &mut Checker<'_>, head: Head, first: usize, least: u64) -> Result<Frame, Failed> {
    let needed = head.argument.saturating_mul(least);
    if needed > checker.left(first) as u64 {
        return Err(checker.unexpected_end(first, needed));
    }
    Ok(Frame { left: head.argument, is_indefinite: head.info == INDEFINITE, after: After::NONE })
}

/// Checks the beginning of a struct of shape `S`.
#[inline]
pub(super) fn enter_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<(Frame, usize), Failed> {
    match const { fields_of::<S>() } {
        Fields::Bare => Ok((Frame { left: 2, is_indefinite: false, after: After::NONE }, at)),
        Fields::Null => {
            let (head, at, end) = content(checker, at)?;
            if head.major != SIMPLE || head.argument != 22 || head.info > 24 {
                return Err(unexpected(checker, "null", head, at));
            }
            Ok((Frame { left: 0, is_indefinite: false, after: After::NONE }, end))
        }
        Fields::InArray => array(checker, at),
        Fields::Tagged => {
            if let Some((0, frame)) = short_constructor(checker, at) {
                return Ok((frame, at + 2));
            }
            let (frame, at) = array(checker, at)?;
            let (tag, frame, first) = constructor(checker, frame, at)?;
            match u32::try_from(tag) {
                Ok(0) => Ok((frame, first)),
                found => {
                    let found = found.unwrap_or(u32::MAX);
                    Err(checker.fail(ErrorKind::InvalidTag { found, constructors: 1 }, at))
                }
            }
        }
    }
}

/// The number of a constructor and what is left of its array, if that is the shortest form of few fields: two bytes.
#[inline]
fn short_constructor(checker: &Checker<'_>, at: usize) -> Option<(u32, Frame)> {
    match checker.bytes().get(at..)? {
        [head @ 0x81..0x98, tag @ 0..24, rest @ ..] if usize::from(head - 0x81) <= rest.len() => {
            let frame = Frame { left: u64::from(head - 0x81), is_indefinite: false, after: After::NONE };
            Some((u32::from(*tag), frame))
        }
        _ => None,
    }
}

/// Checks the number of a constructor, which is the first item of an array.
fn constructor(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<(u64, Frame, usize), Failed> {
    if frame.is_exact() {
        return Err(checker.fail(ErrorKind::MissingFields { expected: 1, found: 0 }, at));
    }
    let (head, at, first) = content(checker, at)?;
    if head.major != UNSIGNED {
        return Err(unexpected(checker, "the number of a constructor", head, at));
    }
    Ok((head.argument, frame.passed(), first))
}

/// Checks the beginning of an enum of shape `S`.
#[inline]
pub(super) fn enter_enum<S: Shape, V: Variants>(
    checker: &mut Checker<'_>,
    at: usize,
) -> Result<(u32, Frame, usize), Failed> {
    if !matches!(S::STYLE, Style::Optional)
        && let Some((tag, frame)) = short_constructor(checker, at)
        && tag < V::COUNT - u32::from(S::HAS_OTHER)
    {
        return Ok((tag, frame, at + 2));
    }
    enter_any_enum::<S, V>(checker, at)
}

/// As [`enter_enum`], whatever stands there.
#[inline(never)]
fn enter_any_enum<S: Shape, V: Variants>(checker: &mut Checker<'_>, at: usize) -> Result<(u32, Frame, usize), Failed> {
    let (frame, first) = array(checker, at)?;
    if matches!(S::STYLE, Style::Optional) {
        let is_some = if frame.is_indefinite { !is_break(checker, first) } else { frame.left > 0 };
        return Ok((is_some.into(), frame, first));
    }
    let (tag, frame, fields) = constructor(checker, frame, first)?;
    match u32::try_from(tag) {
        _ if S::HAS_OTHER && tag >= u64::from(V::COUNT - 1) => {
            Ok((V::COUNT - 1, Frame { left: 1, is_indefinite: false, after: After::NONE }, at))
        }
        Ok(tag) if tag < V::COUNT => Ok((tag, frame, fields)),
        found => {
            let found = found.unwrap_or(u32::MAX);
            Err(checker.fail(ErrorKind::InvalidTag { found, constructors: V::COUNT }, first))
        }
    }
}

/// Checks the beginning of an array of `count` elements of shape `S`.
pub(super) fn enter_array<S: Shape>(
    checker: &mut Checker<'_>,
    at: usize,
    count: usize,
) -> Result<(Frame, usize), Failed> {
    let (head, at, first) = content(checker, at)?;
    if S::IS_BYTE {
        require_string(checker, head, BYTES, "a byte string", at)?;
        checker.slice(first, head.argument)?;
    } else if head.major != ARRAY {
        return Err(unexpected(checker, "an array", head, at));
    }
    let frame = frame(checker, head, first, 1)?;
    if !frame.is_indefinite && frame.left != count as u64 {
        let expected = u32::try_from(count).unwrap_or(u32::MAX);
        let kind = match frame.left < count as u64 {
            true => ErrorKind::MissingFields { expected, found: frame.left },
            false => ErrorKind::UnexpectedItem { expected: "an array of fewer elements", found: "a longer one" },
        };
        return Err(checker.fail(kind, at));
    }
    // A break ends the elements of an array without a length: `leave` asks for it. Otherwise none is left then.
    Ok((Frame { left: 0, ..frame }, first))
}

/// Checks that there are at least so many fields.
#[inline]
pub(super) fn count(checker: &mut Checker<'_>, frame: Frame, at: usize, fields: u32) -> Result<(), Failed> {
    if frame.is_indefinite || frame.left >= u64::from(fields) {
        return Ok(());
    }
    Err(checker.fail(ErrorKind::MissingFields { expected: fields, found: frame.left }, at))
}

/// Checks what is left of a value whose known fields end at `at`.
#[inline]
pub(super) fn leave(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<usize, Failed> {
    if frame.is_exact() {
        return Ok(at);
    }
    let (items, breaks) = if frame.is_indefinite { (0, 1) } else { (frame.left, 0) };
    pass(checker, at, items, breaks)
}

/// Notes what stands after a last field.
#[inline]
pub(super) fn last(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<usize, Failed> {
    if frame.is_at_last() {
        return Ok(at);
    }
    last_and_more(checker, frame, at)
}

#[cold]
#[inline(never)]
fn last_and_more(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<usize, Failed> {
    let frame = Frame { after: After::of_bits(checker.trailing.open), ..frame };
    let (left, breaks) = (frame.left.wrapping_sub(1), frame.after.breaks());
    if !frame.is_indefinite && left > 0 && breaks > 0 {
        // The position carries the breaks alone, since the items are passed with them; but they must be there.
        checker.least.push((left, breaks));
    }
    match frame.counted_after_last() {
        Some(after) => {
            checker.trailing.open = after.bits();
            Ok(at)
        }
        None => Err(checker.fail(ErrorKind::Overflow, at)),
    }
}

/// Checks what was noted to stand after a value.
#[inline]
pub(super) fn settle(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    if checker.trailing.open == 0 {
        return Ok(at);
    }
    settle_more(checker, at)
}

#[cold]
#[inline(never)]
fn settle_more(checker: &mut Checker<'_>, mut at: usize) -> Result<usize, Failed> {
    let after = After::of_bits(core::mem::take(&mut checker.trailing.open));
    for breaks in (1..=after.breaks()).rev() {
        let mut least = least_items(checker, breaks);
        while least > 0 || !is_break(checker, at) {
            at = unknown(checker, at)?;
            least = least.saturating_sub(1);
        }
        at += 1;
    }
    checker.is_shortest &= after.breaks() == 0;
    pass(checker, at, after.items(), 0)
}

/// How many items there must be at least before the break after which there is one less to come.
fn least_items(checker: &mut Checker<'_>, breaks: u64) -> u64 {
    let mut items: u64 = 0;
    while checker.least.len() > checker.trailing.least_from
        && let Some((more, _)) = checker.least.pop_if(|(_, of)| *of == breaks)
    {
        steps::count(1);
        items = items.saturating_add(more);
    }
    items
}

/// Checks items that the reader does not know: so many up to each break, then so many.
#[cold]
#[inline(never)]
fn pass(checker: &mut Checker<'_>, mut at: usize, items: u64, breaks: u64) -> Result<usize, Failed> {
    // (Values that differ in these alone are equal.)
    checker.is_shortest &= items == 0;
    for _ in 0..breaks {
        while !is_break(checker, at) {
            at = unknown(checker, at)?;
        }
        at += 1;
    }
    for _ in 0..items {
        at = unknown(checker, at)?;
    }
    Ok(at)
}

/// Checks an item of any kind, as far as that it is well-formed.
pub(super) fn unknown(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    checker.is_shortest = false;
    checker.item(at, checker.bytes().len())
}

/// Checks that a tag precedes an item, perhaps after other tags, and returns the offset after it.
///
/// The value is checked from that offset: the reader ([`after_tag`](super::item::after_tag)) begins there too.
pub(super) fn tag(checker: &mut Checker<'_>, at: usize, expected: u64) -> Result<usize, Failed> {
    let (mut at, first, mut found) = (at, at, None);
    loop {
        let (head, end) = begin(checker, at)?;
        if head.major != TAG {
            return Err(checker.fail(ErrorKind::UnexpectedTag { expected, found }, first));
        }
        if head.argument == expected {
            return Ok(end);
        }
        checker.is_shortest = false;
        found.get_or_insert(head.argument);
        at = end;
    }
}

/// Checks that a head is that of a string in one piece.
#[inline]
fn require_string(
    checker: &mut Checker<'_>,
    head: Head,
    major: u8,
    expected: &'static str,
    at: usize,
) -> Result<(), Failed> {
    match head {
        Head { major: found, .. } if found != major => Err(unexpected(checker, expected, head, at)),
        Head { info: INDEFINITE, .. } => Err(checker.fail(ErrorKind::IndefiniteString, at)),
        _ => Ok(()),
    }
}

/// Checks a text, and gives its end.
#[inline]
pub(super) fn text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    match checker.bytes().get(at..) {
        Some([head @ 0x60..0x78, ..]) => checker.text(at + 1, u64::from(head - 0x60)),
        Some([0x78, len, ..]) if *len >= 24 => checker.text(at + 2, u64::from(*len)),
        _ => any_text(checker, at),
    }
}

/// As [`text`], whatever stands there.
#[inline(never)]
fn any_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    let (head, at, start) = content(checker, at)?;
    require_string(checker, head, TEXT, "a text string", at)?;
    checker.text(start, head.argument)
}

/// Checks a sequence, each element by `each`.
#[inline]
pub(super) fn sequence<Q: Elements>(
    checker: &mut Checker<'_>,
    at: usize,
    mut each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (head, at, first) = content(checker, at)?;
    let is_map = matches!(<ShapeOf<Q::Element> as Shape>::STYLE, Style::Entry);
    if <ShapeOf<Q::Element> as Shape>::IS_BYTE && !matches!(Q::KIND, SequenceKind::Set) {
        require_string(checker, head, BYTES, "a byte string", at)?;
        return Ok(first + checker.slice(first, head.argument)?.len());
    }
    let (major, expected) = if is_map { (MAP, "a map") } else { (ARRAY, "an array") };
    if head.major != major {
        return Err(unexpected(checker, expected, head, at));
    }
    let frame = frame(checker, head, first, if is_map { 2 } else { 1 })?;
    let mut at = first;
    if !frame.is_indefinite {
        for index in 0..usize::try_from(frame.left).unwrap_or(usize::MAX) {
            at = each(checker, at, index)?;
        }
        return Ok(at);
    }
    let mut index = 0;
    while !is_break(checker, at) {
        at = each(checker, at, index)?;
        index += 1;
    }
    Ok(at + 1)
}

/// Checks a scalar.
#[inline]
pub(super) fn scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    if let Some(end) = common_scalar::<S>(checker, at) {
        return Ok(end);
    }
    any_scalar::<S>(checker, at)
}

/// The end of a scalar in its shortest form, of a kind that has one and is valid whatever its bits are. Whatever else it
/// is, valid or not, [`any_scalar`] finds out.
///
/// Measured on records of three numbers: together with [`short_constructor`], validation takes half the time.
#[inline]
fn common_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Option<usize> {
    if !S::ALL_VALID || S::WIDTH > 8 {
        return None;
    }
    let rest = checker.bytes().get(at..)?;
    match S::KIND {
        Kind::Unsigned | Kind::Signed => {
            let (first, rest) = rest.split_first()?;
            let (argument, size) = short_argument(*first & 0x1F, rest)?;
            let bits = 8 * S::WIDTH as u32;
            let (is_number, bits) = match S::KIND {
                Kind::Unsigned => (*first < NEGATIVE << 5, bits),
                _ => (*first < BYTES << 5, bits - 1),
            };
            (is_number && (bits == 64 || argument >> bits == 0)).then_some(at + size)
        }
        Kind::Float if S::WIDTH == 8 => {
            let size = match rest.first()? {
                0xFA => 5,
                0xFB => 9,
                _ => return None,
            };
            checker.is_shortest = false;
            (size <= rest.len()).then_some(at + size)
        }
        _ => None,
    }
}

/// The argument of a head in its shortest form, and the size of the head.
#[inline]
fn short_argument(info: u8, rest: &[u8]) -> Option<(u64, usize)> {
    let (argument, least, size) = match info {
        0..24 => return Some((info.into(), 1)),
        24 => (u8::from_be_bytes(*rest.first_chunk()?).into(), 24, 2),
        25 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 0x100, 3),
        26 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 0x1_0000, 5),
        27 => (u64::from_be_bytes(*rest.first_chunk()?), 0x1_0000_0000, 9),
        _ => return None,
    };
    (argument >= least).then_some((argument, size))
}

/// As [`scalar`], whatever stands there.
#[inline(never)]
fn any_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    let (low, start, end) = match S::KIND {
        Kind::Unsigned | Kind::Signed => {
            let (number, at, end) = integer(checker, at)?;
            (in_range::<S>(checker, number, at)?, at, end)
        }
        Kind::Float => float::<S>(checker, at)?,
        Kind::Bool => {
            let (head, at, end) = content(checker, at)?;
            if head.major != SIMPLE || !matches!(head.info, 20 | 21) {
                return Err(unexpected(checker, "true or false", head, at));
            }
            (u128::from(head.info == 21), at, end)
        }
        Kind::Char => char::<S>(checker, at)?,
        Kind::Duration | Kind::Time => return time::<S>(checker, at),
    };
    require_valid::<S>(checker, low, start)?;
    Ok(end)
}

/// Checks that these bytes, least significant first, are a value.
#[inline]
fn require_valid<S: Scalar>(checker: &mut Checker<'_>, low: u128, at: usize) -> Result<(), Failed> {
    if S::ALL_VALID {
        return Ok(());
    }
    let mut bytes = <S::Bytes as ByteArray>::ZERO;
    bytes.as_mut().copy_from_slice(&low.to_le_bytes()[..S::WIDTH]);
    if S::is_valid(bytes) {
        return Ok(());
    }
    Err(checker.fail(ErrorKind::InvalidScalar { expected: S::EXPECTED, found: low }, at))
}

/// An integer: whether it is below zero, and then what it is below -1 by, or its value.
#[derive(Clone, Copy)]
struct Integer {
    negative: bool,
    magnitude: u128,
}

/// Checks an integer, and gives it with its offset and its end.
fn integer(checker: &mut Checker<'_>, mut at: usize) -> Result<(Integer, usize, usize), Failed> {
    loop {
        let (head, end) = begin(checker, at)?;
        match (head.major, head.argument) {
            (UNSIGNED | NEGATIVE, argument) => {
                return Ok((Integer { negative: head.major == NEGATIVE, magnitude: argument.into() }, at, end));
            }
            (TAG, BIG | BIG_NEGATIVE) => return big(checker, head, at, end),
            (TAG, _) => {
                checker.is_shortest = false;
                at = end;
            }
            _ => return Err(unexpected(checker, "an integer", head, at)),
        }
    }
}

/// Checks the rest of an integer of any size, whose tag was read: a byte string, before which no other tag may stand
/// (RFC 8949, section 3.4.3).
#[cold]
fn big(checker: &mut Checker<'_>, tag: Head, at: usize, start: usize) -> Result<(Integer, usize, usize), Failed> {
    let (head, first) = begin(checker, start)?;
    require_string(checker, head, BYTES, "the bytes of an integer", start)?;
    let bytes = checker.slice(first, head.argument)?;
    steps::count(bytes.len());
    let digits = bytes.iter().position(|byte| *byte != 0).map_or(&[][..], |first| &bytes[first..]);
    if bytes.len() != digits.len() || digits.len() <= 8 {
        checker.is_shortest = false;
    }
    if digits.len() > 16 {
        return Err(checker.fail(ErrorKind::Overflow, at));
    }
    let magnitude = digits.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    Ok((Integer { negative: tag.argument == BIG_NEGATIVE, magnitude }, at, first + bytes.len()))
}

/// The number in two's complement, if it is in the range of `S`.
#[inline]
fn in_range<S: Scalar>(checker: &mut Checker<'_>, number: Integer, at: usize) -> Result<u128, Failed> {
    let bits = 8 * S::WIDTH as u32;
    let Integer { negative, magnitude } = number;
    let fits = match S::KIND {
        Kind::Unsigned => !negative && (bits == 128 || magnitude >> bits == 0),
        _ => magnitude >> (bits - 1) == 0,
    };
    if fits {
        return Ok(if negative { !magnitude } else { magnitude });
    }
    // (Of the one number whose magnitude has no room, -2^128, the greatest that has is shown.)
    let magnitude = magnitude.saturating_add(u128::from(negative));
    Err(checker.fail(ErrorKind::OutOfRange { expected: S::EXPECTED, negative, magnitude }, at))
}

/// Checks a float, and gives its bits.
#[inline]
fn float<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<(u128, usize, usize), Failed> {
    let (head, at, end) = content(checker, at)?;
    if head.major != SIMPLE || !matches!(head.info, 25..=27) {
        return Err(unexpected(checker, "a float", head, at));
    }
    // (Whether it is the shortest is not looked at: only keys of maps would need it.)
    checker.is_shortest = false;
    if S::WIDTH == 4 && head.info == 27 && float::double_to_single(head.argument).is_none() {
        let expected = "a float of single precision";
        return Err(checker.fail(ErrorKind::UnexpectedItem { expected, found: "one of double precision" }, at));
    }
    let head = Begin { major: head.major, info: head.info, argument: head.argument };
    Ok((float_bits(head, S::WIDTH).into(), at, end))
}

/// Checks a character.
fn char<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<(u128, usize, usize), Failed> {
    /// The surrogates of UTF-16: a Haskell `Char` can be one, and `serialise` writes it as its number.
    const SURROGATES: RangeInclusive<u64> = 0xD800..=0xDFFF;

    let (head, at, start) = content(checker, at)?;
    if head.major == UNSIGNED && SURROGATES.contains(&head.argument) {
        let found = head.argument.into();
        return Err(checker.fail(ErrorKind::InvalidScalar { expected: S::EXPECTED, found }, at));
    }
    require_string(checker, head, TEXT, "a text string of one character", at)?;
    let end = checker.text(start, head.argument)?;
    let text = checker.bytes().get(start..end).map_or("", |bytes| core::str::from_utf8(bytes).unwrap_or(""));
    let mut chars = text.chars();
    match (chars.next(), chars.next()) {
        (Some(char), None) => Ok((u32::from(char).into(), at, end)),
        (found, _) => {
            let found = if found.is_none() { "an empty one" } else { "a longer one" };
            Err(checker.fail(ErrorKind::UnexpectedItem { expected: "a text string of one character", found }, at))
        }
    }
}

/// Checks seconds and nanoseconds, in an array.
fn time<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    let (frame, first) = array(checker, at)?;
    count(checker, frame, first, 2)?;
    let (seconds, at, second) = integer(checker, first)?;
    let seconds = match S::KIND {
        Kind::Duration => in_range::<u64>(checker, seconds, at)?,
        _ => in_range::<i64>(checker, seconds, at)?,
    };
    let (nanoseconds, at, end) = integer(checker, second)?;
    let nanoseconds = in_range::<u32>(checker, nanoseconds, at)?;
    require_valid::<S>(checker, nanoseconds << 64 | u128::from(seconds as u64), first)?;
    let is_end = if frame.is_indefinite { is_break(checker, end) } else { frame.left == 2 };
    if !is_end {
        let expected = "an array of seconds and nanoseconds";
        return Err(checker.fail(ErrorKind::UnexpectedItem { expected, found: "a longer one" }, end));
    }
    Ok(end + usize::from(frame.is_indefinite))
}
