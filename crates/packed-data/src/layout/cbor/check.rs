//! Checks items: heads, kinds, ranges, and the trailing items after the fields that the reader knows.

use core::ops::RangeInclusive;

use packed_data_cbor::float;
use packed_data_cbor::head::{self, ARRAY, BYTES, Head, INDEFINITE, MAP, NEGATIVE, SIMPLE, TAG, TEXT, UNSIGNED};

use super::floats;
use super::item::{ReadHead, float_bits};
use super::position::{After, FieldState};
use super::{CborChecker, StructEncoding, struct_encoding};
use crate::layout::check::check_well_formed;
use crate::shape::{SequenceKind, SequenceShape, Shape, ShapeOf, SizeClass, Style, Variants};
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::ByteArray;
use crate::wire::scalar::{Kind, Scalar};
use crate::wire::steps;

/// The tags of integers of any size (bignums).
const BIG: u64 = 2;
const BIG_NEGATIVE: u64 = 3;

/// Checks a head; returns it with the offset after it.
#[inline(never)]
fn check_head(checker: &mut CborChecker<'_>, at: usize) -> Result<(Head, usize), Failed> {
    match head::read(checker.bytes(), at) {
        Ok(head) => {
            if !head.is_minimal() || head.info == INDEFINITE {
                checker.state.is_shortest = false;
            }
            Ok((head, at + head.size))
        }
        Err(kind) => Err(checker.fail(kind.into(), at)),
    }
}

/// Checks the head of an item after its tags; returns it with its offset and the offset after it.
///
/// As in reading, heads that are not short are checked by a call.
#[inline]
fn content(checker: &mut CborChecker<'_>, at: usize) -> Result<(Head, usize, usize), Failed> {
    if let Some(&first) = checker.bytes().get(at) {
        let (major, info) = (first >> 5, first & 0x1F);
        if major != TAG && info < 24 {
            return Ok((Head { major, info, argument: info.into(), size: 1 }, at, at + 1));
        }
    }
    content_of_any(checker, at)
}

/// Does the same as [`content`], for heads of any size and after any tags.
#[inline(never)]
fn content_of_any(checker: &mut CborChecker<'_>, mut at: usize) -> Result<(Head, usize, usize), Failed> {
    loop {
        let (head, end) = check_head(checker, at)?;
        if head.major != TAG {
            return Ok((head, at, end));
        }
        checker.state.is_shortest = false;
        at = end;
    }
}

/// Reports that an item of another kind was found.
#[cold]
fn unexpected(checker: &mut CborChecker<'_>, expected: &'static str, head: Head, at: usize) -> Failed {
    if head.is_break() {
        return checker.fail(ErrorKind::UnexpectedBreak, at);
    }
    checker.fail(ErrorKind::UnexpectedItem { expected, found: head.describe() }, at)
}

/// Returns whether a break is stored at `at`.
pub(super) fn is_break(checker: &CborChecker<'_>, at: usize) -> bool {
    checker.bytes().get(at) == Some(&(SIMPLE << 5 | INDEFINITE))
}

/// Checks the beginning of an array; returns its state, and the offset of its first item.
#[inline]
fn array(checker: &mut CborChecker<'_>, at: usize) -> Result<(FieldState, usize), Failed> {
    let (head, at, first) = content(checker, at)?;
    if head.major != ARRAY {
        return Err(unexpected(checker, "an array", head, at));
    }
    Ok((field_state(checker, head, first, 1)?, first))
}

/// Returns the state of a sequence whose head was read. Fails if the input is too short for its elements, each of which
/// takes at least `min_size` bytes.
#[inline]
fn field_state(checker: &mut CborChecker<'_>, head: Head, first: usize, min_size: u64) -> Result<FieldState, Failed> {
    let needed = head.argument.saturating_mul(min_size);
    if needed > checker.left(first) as u64 {
        return Err(checker.unexpected_end(first, needed));
    }
    Ok(FieldState { left: head.argument, is_indefinite: head.info == INDEFINITE, after: After::NONE })
}

/// Checks the beginning of a struct of shape `S`; returns its state, and the offset of its first field.
#[inline]
pub(super) fn enter_struct<S: Shape>(checker: &mut CborChecker<'_>, at: usize) -> Result<(FieldState, usize), Failed> {
    match const { struct_encoding::<S>() } {
        StructEncoding::Bare => Ok((FieldState { left: 2, is_indefinite: false, after: After::NONE }, at)),
        StructEncoding::Null => {
            let (head, at, end) = content(checker, at)?;
            if head.major != SIMPLE || head.argument != 22 || head.info > 24 {
                return Err(unexpected(checker, "null", head, at));
            }
            Ok((FieldState { left: 0, is_indefinite: false, after: After::NONE }, end))
        }
        StructEncoding::InArray => array(checker, at),
        StructEncoding::Tagged => {
            if let Some((0, state)) = short_constructor(checker, at) {
                return Ok((state, at + 2));
            }
            let (state, at) = array(checker, at)?;
            let (tag, state, first) = constructor(checker, state, at)?;
            match u32::try_from(tag) {
                Ok(0) => Ok((state, first)),
                found => {
                    let found = found.unwrap_or(u32::MAX);
                    Err(checker.fail(ErrorKind::InvalidTag { found, constructors: 1 }, at))
                }
            }
        }
    }
}

/// Returns the number of a constructor and the state after it, if its array has few fields and is in the shortest form:
/// two bytes.
#[inline]
fn short_constructor(checker: &CborChecker<'_>, at: usize) -> Option<(u32, FieldState)> {
    match checker.bytes().get(at..)? {
        [head @ 0x81..0x98, tag @ 0..24, rest @ ..] if usize::from(head - 0x81) <= rest.len() => {
            let state = FieldState { left: u64::from(head - 0x81), is_indefinite: false, after: After::NONE };
            Some((u32::from(*tag), state))
        }
        _ => None,
    }
}

/// Checks the number of a constructor, which is the first item of an array. Returns it with the state after it, and the
/// offset of the next item.
fn constructor(
    checker: &mut CborChecker<'_>,
    state: FieldState,
    at: usize,
) -> Result<(u64, FieldState, usize), Failed> {
    if state.is_exact() {
        return Err(checker.fail(ErrorKind::MissingFields { expected: 1, found: 0 }, at));
    }
    let (head, at, first) = content(checker, at)?;
    if head.major != UNSIGNED {
        return Err(unexpected(checker, "the number of a constructor", head, at));
    }
    Ok((head.argument, state.without_one(), first))
}

/// Checks the beginning of an enum of shape `S`; returns the number of its constructor, its state, and the offset of
/// its first field.
#[inline]
pub(super) fn enter_enum<S: Shape, V: Variants>(
    checker: &mut CborChecker<'_>,
    at: usize,
) -> Result<(u32, FieldState, usize), Failed> {
    if !matches!(S::STYLE, Style::Optional)
        && let Some((tag, state)) = short_constructor(checker, at)
        && tag < V::COUNT - u32::from(S::HAS_OTHER)
    {
        return Ok((tag, state, at + 2));
    }
    enter_any_enum::<S, V>(checker, at)
}

/// Does the same as [`enter_enum`], for every style, and for heads of any size.
#[inline(never)]
fn enter_any_enum<S: Shape, V: Variants>(
    checker: &mut CborChecker<'_>,
    at: usize,
) -> Result<(u32, FieldState, usize), Failed> {
    let (state, first) = array(checker, at)?;
    if matches!(S::STYLE, Style::Optional) {
        let is_some = if state.is_indefinite { !is_break(checker, first) } else { state.left > 0 };
        return Ok((is_some.into(), state, first));
    }
    let (tag, state, fields) = constructor(checker, state, first)?;
    match u32::try_from(tag) {
        _ if S::HAS_OTHER && tag >= u64::from(V::COUNT - 1) => {
            Ok((V::COUNT - 1, FieldState { left: 1, is_indefinite: false, after: After::NONE }, at))
        }
        Ok(tag) if tag < V::COUNT => Ok((tag, state, fields)),
        found => {
            let found = found.unwrap_or(u32::MAX);
            Err(checker.fail(ErrorKind::InvalidTag { found, constructors: V::COUNT }, first))
        }
    }
}

/// Checks the beginning of an array of `count` elements of shape `S`; returns its state, and the offset of its first
/// element.
pub(super) fn enter_array<S: Shape>(
    checker: &mut CborChecker<'_>,
    at: usize,
    count: usize,
) -> Result<(FieldState, usize), Failed> {
    let (head, at, first) = content(checker, at)?;
    if S::IS_BYTE {
        require_string(checker, head, BYTES, "a byte string", at)?;
        checker.slice(first, head.argument)?;
    } else if head.major != ARRAY {
        return Err(unexpected(checker, "an array", head, at));
    }
    let state = field_state(checker, head, first, 1)?;
    if !state.is_indefinite && state.left != count as u64 {
        let expected = u32::try_from(count).unwrap_or(u32::MAX);
        let kind = match state.left < count as u64 {
            true => ErrorKind::MissingFields { expected, found: state.left },
            false => ErrorKind::UnexpectedItem { expected: "an array of fewer elements", found: "a longer one" },
        };
        return Err(checker.fail(kind, at));
    }
    // (If the length is indefinite, a break ends the elements, which `leave` requires. Otherwise no element is left.)
    Ok((FieldState { left: 0, ..state }, first))
}

/// Checks that there are at least `fields` fields.
#[inline]
pub(super) fn count(checker: &mut CborChecker<'_>, state: FieldState, at: usize, fields: u32) -> Result<(), Failed> {
    if state.is_indefinite || state.left >= u64::from(fields) {
        return Ok(());
    }
    Err(checker.fail(ErrorKind::MissingFields { expected: fields, found: state.left }, at))
}

/// Checks the remaining items of a value whose known fields end at `at`; returns the end of the value.
#[inline]
pub(super) fn leave(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<usize, Failed> {
    if state.is_exact() {
        return Ok(at);
    }
    let (items, breaks) = if state.is_indefinite { (0, 1) } else { (state.left, 0) };
    pass(checker, at, items, breaks)
}

/// Checks that an array has no further elements after the last one, which ends at `at`; returns the end of the array.
#[inline]
pub(super) fn leave_array(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<usize, Failed> {
    if state.is_indefinite && checker.left(at) > 0 && !is_break(checker, at) {
        let kind = ErrorKind::UnexpectedItem { expected: "an array of fewer elements", found: "a longer one" };
        return Err(checker.fail(kind, at));
    }
    leave(checker, state, at)
}

/// Returns whether the field that would begin at `at` is absent.
#[inline]
pub(super) fn is_absent(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> bool {
    let is_absent = if state.is_indefinite { is_break(checker, at) } else { state.left == 0 };
    // (An equal value may have the field.)
    checker.state.is_shortest &= !is_absent;
    is_absent
}

/// Records the trailing items of a last field, if there are any.
#[inline]
pub(super) fn last(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<(), Failed> {
    if state.is_at_last() {
        return Ok(());
    }
    last_and_more(checker, state, at)
}

#[cold]
#[inline(never)]
fn last_and_more(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<(), Failed> {
    let state = FieldState { after: checker.state.trailing.after, ..state };
    let (left, breaks) = (state.left.wrapping_sub(1), state.after.breaks());
    if !state.is_indefinite && left > 0 && breaks > 0 {
        // The position of a reader carries only the breaks, since it passes items together with the next break. But the
        // input must have these items.
        checker.state.require_items(left, breaks);
    }
    match state.counted_after_last() {
        Some(after) => {
            checker.state.trailing.after = after;
            Ok(())
        }
        None => Err(checker.fail(ErrorKind::Overflow, at)),
    }
}

/// Checks the trailing items that were recorded for a value; returns their end.
#[inline]
pub(super) fn finish_trailing(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    if checker.state.trailing.after == After::NONE {
        return Ok(at);
    }
    finish_more_trailing(checker, at)
}

#[cold]
#[inline(never)]
fn finish_more_trailing(checker: &mut CborChecker<'_>, mut at: usize) -> Result<usize, Failed> {
    let after = core::mem::replace(&mut checker.state.trailing.after, After::NONE);
    for breaks in (1..=after.breaks()).rev() {
        let mut min_items = take_min_items(checker, breaks);
        while min_items > 0 || !is_break(checker, at) {
            at = unknown(checker, at)?;
            min_items = min_items.saturating_sub(1);
        }
        at += 1;
    }
    checker.state.is_shortest &= after.breaks() == 0;
    pass(checker, at, after.items(), 0)
}

/// Returns the least number of items before the next break, when `breaks` breaks are still to come.
fn take_min_items(checker: &mut CborChecker<'_>, breaks: u64) -> u64 {
    let mut items: u64 = 0;
    while let Some(more) = checker.state.take_required(breaks) {
        steps::count(1);
        items = items.saturating_add(more);
    }
    items
}

/// Checks trailing items, which the reader does not know: `breaks` runs of items that each end in a break, then `items`
/// items. Returns their end.
#[cold]
#[inline(never)]
fn pass(checker: &mut CborChecker<'_>, mut at: usize, items: u64, breaks: u64) -> Result<usize, Failed> {
    // (Two values that differ only in this data are equal.)
    checker.state.is_shortest &= items == 0;
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

/// Checks that an item of any kind is well-formed; returns its end.
pub(super) fn unknown(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    checker.state.is_shortest = false;
    check_well_formed(checker, at, checker.bytes().len())
}

/// Checks that a tag precedes an item, perhaps after other tags; returns the offset after that tag.
///
/// The value is checked from that offset on, where the reader ([`after_tag`](super::item::after_tag)) begins too.
pub(super) fn tag(checker: &mut CborChecker<'_>, at: usize, expected: u64) -> Result<usize, Failed> {
    let (mut at, first, mut found) = (at, at, None);
    loop {
        let (head, end) = check_head(checker, at)?;
        if head.major != TAG {
            return Err(checker.fail(ErrorKind::UnexpectedTag { expected, found }, first));
        }
        if head.argument == expected {
            return Ok(end);
        }
        checker.state.is_shortest = false;
        found.get_or_insert(head.argument);
        at = end;
    }
}

/// Checks that a head is that of a string of definite length.
#[inline]
fn require_string(
    checker: &mut CborChecker<'_>,
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

/// Checks a text string; returns its end.
#[inline]
pub(super) fn text(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    match checker.bytes().get(at..) {
        Some([head @ 0x60..0x78, ..]) => checker.text(at + 1, u64::from(head - 0x60)),
        Some([0x78, len, ..]) if *len >= 24 => checker.text(at + 2, u64::from(*len)),
        _ => any_text(checker, at),
    }
}

/// Does the same as [`text`], for heads of any size and after any tags.
#[inline(never)]
fn any_text(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (head, at, start) = content(checker, at)?;
    require_string(checker, head, TEXT, "a text string", at)?;
    checker.text(start, head.argument)
}

/// Returns the width in bytes of values of shape `S` in memory, if they are floats of which all are valid.
const fn float_width<S: Shape>() -> Option<usize> {
    match S::SIZE_CLASS {
        SizeClass::Scalar(Kind::Float, width) if S::ALL_VALID => Some(width),
        _ => None,
    }
}

/// Checks the first of `count` elements of shape `S` that begin at `at`; returns how many were checked, and their end.
/// These are floats: any number of them are checked in one loop. The others must be checked one by one.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn run<S: Shape>(checker: &mut CborChecker<'_>, at: usize, count: usize) -> (usize, usize) {
    let (checked, end) = match const { float_width::<S>() } {
        _ if count < floats::BATCH => return (0, at),
        Some(4) => floats::run::<4>(checker.bytes(), at, count),
        Some(_) => floats::run::<8>(checker.bytes(), at, count),
        None => return (0, at),
    };
    checker.state.is_shortest &= checked == 0;
    (checked, end)
}

/// Checks a sequence, each element by `each`; returns its end. If `IN_RUNS` is true, [`run`] checks elements instead,
/// where it can.
#[inline]
pub(super) fn sequence<Q: SequenceShape, const IN_RUNS: bool>(
    checker: &mut CborChecker<'_>,
    at: usize,
    mut each: impl FnMut(&mut CborChecker<'_>, usize, usize) -> Result<usize, Failed>,
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
    let state = field_state(checker, head, first, if is_map { 2 } else { 1 })?;
    let (mut index, mut at) = (0, first);
    if !state.is_indefinite {
        let count = usize::try_from(state.left).unwrap_or(usize::MAX);
        while index < count {
            if IN_RUNS {
                let (checked, end) = run::<ShapeOf<Q::Element>>(checker, at, count - index);
                (index, at) = (index + checked, end);
                if index == count {
                    break;
                }
            }
            at = each(checker, at, index)?;
            index += 1;
        }
        return Ok(at);
    }
    loop {
        if IN_RUNS {
            let (checked, end) = run::<ShapeOf<Q::Element>>(checker, at, usize::MAX);
            (index, at) = (index + checked, end);
        }
        if is_break(checker, at) {
            return Ok(at + 1);
        }
        at = each(checker, at, index)?;
        index += 1;
    }
}

/// Checks a scalar; returns its end.
#[inline]
pub(super) fn scalar<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    if let Some(end) = common_scalar::<S>(checker, at) {
        return Ok(end);
    }
    any_scalar::<S>(checker, at)
}

/// Returns the end of a scalar in a common form: an integer in its shortest form, or a float without tags. Returns
/// `None` for everything else, valid or not, which [`any_scalar`] checks.
///
/// (Measured on records of three numbers: together with [`short_constructor`], this halves the time of validation.)
#[inline]
fn common_scalar<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Option<usize> {
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
        Kind::Float => {
            let size = floats::size(rest, S::WIDTH)?;
            // (It is not checked whether the float has its shortest form: only keys of maps would need that.)
            checker.state.is_shortest = false;
            Some(at + size)
        }
        _ => None,
    }
}

/// Returns the argument of a head and the size of the head, if it is in its shortest form.
#[inline]
fn short_argument(info: u8, rest: &[u8]) -> Option<(u64, usize)> {
    let (argument, min, size) = match info {
        0..24 => return Some((info.into(), 1)),
        24 => (u8::from_be_bytes(*rest.first_chunk()?).into(), 24, 2),
        25 => (u16::from_be_bytes(*rest.first_chunk()?).into(), 0x100, 3),
        26 => (u32::from_be_bytes(*rest.first_chunk()?).into(), 0x1_0000, 5),
        27 => (u64::from_be_bytes(*rest.first_chunk()?), 0x1_0000_0000, 9),
        _ => return None,
    };
    (argument >= min).then_some((argument, size))
}

/// Does the same as [`scalar`], for every form.
#[inline(never)]
fn any_scalar<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
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

/// Checks that these bytes, least significant first, are a valid `S`.
#[inline]
fn require_valid<S: Scalar>(checker: &mut CborChecker<'_>, low: u128, at: usize) -> Result<(), Failed> {
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

/// An integer. Its value is `magnitude`, or `-1 - magnitude` if it is negative.
#[derive(Clone, Copy)]
struct Integer {
    negative: bool,
    magnitude: u128,
}

/// Checks an integer; returns it with its offset and its end.
fn integer(checker: &mut CborChecker<'_>, mut at: usize) -> Result<(Integer, usize, usize), Failed> {
    loop {
        let (head, end) = check_head(checker, at)?;
        match (head.major, head.argument) {
            (UNSIGNED | NEGATIVE, argument) => {
                return Ok((Integer { negative: head.major == NEGATIVE, magnitude: argument.into() }, at, end));
            }
            (TAG, BIG | BIG_NEGATIVE) => return big(checker, head, at, end),
            (TAG, _) => {
                checker.state.is_shortest = false;
                at = end;
            }
            _ => return Err(unexpected(checker, "an integer", head, at)),
        }
    }
}

/// Checks the rest of a bignum whose tag was read: a byte string, with no other tag before it (RFC 8949, section
/// 3.4.3).
#[cold]
fn big(checker: &mut CborChecker<'_>, tag: Head, at: usize, start: usize) -> Result<(Integer, usize, usize), Failed> {
    let (head, first) = check_head(checker, start)?;
    require_string(checker, head, BYTES, "the bytes of an integer", start)?;
    let bytes = checker.slice(first, head.argument)?;
    steps::count(bytes.len());
    let digits = bytes.iter().position(|byte| *byte != 0).map_or(&[][..], |first| &bytes[first..]);
    if bytes.len() != digits.len() || digits.len() <= 8 {
        checker.state.is_shortest = false;
    }
    if digits.len() > 16 {
        return Err(checker.fail(ErrorKind::Overflow, at));
    }
    let magnitude = digits.iter().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    Ok((Integer { negative: tag.argument == BIG_NEGATIVE, magnitude }, at, first + bytes.len()))
}

/// Returns the number in two's complement, if it is in the range of `S`.
#[inline]
fn in_range<S: Scalar>(checker: &mut CborChecker<'_>, number: Integer, at: usize) -> Result<u128, Failed> {
    let bits = 8 * S::WIDTH as u32;
    let Integer { negative, magnitude } = number;
    let fits = match S::KIND {
        Kind::Unsigned => !negative && (bits == 128 || magnitude >> bits == 0),
        _ => magnitude >> (bits - 1) == 0,
    };
    if fits {
        return Ok(if negative { !magnitude } else { magnitude });
    }
    // (The one number whose absolute value does not fit, -2^128, is shown with the greatest one that fits.)
    let magnitude = magnitude.saturating_add(u128::from(negative));
    Err(checker.fail(ErrorKind::OutOfRange { expected: S::EXPECTED, negative, magnitude }, at))
}

/// Checks a float; returns its bits, its offset and its end.
#[inline]
fn float<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<(u128, usize, usize), Failed> {
    let (head, at, end) = content(checker, at)?;
    if head.major != SIMPLE || !matches!(head.info, 25..=27) {
        return Err(unexpected(checker, "a float", head, at));
    }
    // (It is not checked whether the float has its shortest form: only keys of maps would need that.)
    checker.state.is_shortest = false;
    if S::WIDTH == 4 && head.info == 27 && float::double_to_single(head.argument).is_none() {
        let expected = "a float of single precision";
        return Err(checker.fail(ErrorKind::UnexpectedItem { expected, found: "one of double precision" }, at));
    }
    let head = ReadHead { major: head.major, info: head.info, argument: head.argument };
    Ok((float_bits(head, S::WIDTH).into(), at, end))
}

/// Checks a character; returns its code, its offset and its end.
fn char<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<(u128, usize, usize), Failed> {
    /// The surrogates of UTF-16. A Haskell `Char` can be one of them; `serialise` writes it as a number.
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

/// Checks an array of seconds and nanoseconds; returns its end.
fn time<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (state, first) = array(checker, at)?;
    count(checker, state, first, 2)?;
    let (seconds, at, second) = integer(checker, first)?;
    let seconds = match S::KIND {
        Kind::Duration => in_range::<u64>(checker, seconds, at)?,
        _ => in_range::<i64>(checker, seconds, at)?,
    };
    let (nanoseconds, at, end) = integer(checker, second)?;
    let nanoseconds = in_range::<u32>(checker, nanoseconds, at)?;
    require_valid::<S>(checker, nanoseconds << 64 | u128::from(seconds as u64), first)?;
    let is_end = if state.is_indefinite { is_break(checker, end) } else { state.left == 2 };
    if !is_end {
        let expected = "an array of seconds and nanoseconds";
        return Err(checker.fail(ErrorKind::UnexpectedItem { expected, found: "a longer one" }, end));
    }
    Ok(end + usize::from(state.is_indefinite))
}
