//! Heads: what is before a value of an extensible type.
//!
//! A head states how many bytes follow in the value, and in a layout with a static part how many of these are that
//! part. An enum has its tag after the head, as a short varint. See the pages on `Compact` and `Indexed`.

use super::frame::NativeFrame;
use super::{FieldOffsets, Native, NativeChecker};
use crate::shape::{Field, FirstField, List, PartSizes, Shape, Sizes, Variants, unknown_tag};
use crate::wire::checker::{Failed, Input};
use crate::wire::error::ErrorKind;
use crate::wire::failure::Place;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// Returns whether the last constructor represents all that the reader does not know, in this layout.
const fn keeps_unknown<S: Shape, V: Variants>() -> bool {
    S::HAS_OTHER && V::LAST_IS_UNKNOWN
}

/// Returns the end of a value of shape `S`. (Most values with a head whose size is known have exactly that head: then
/// the end is at a constant distance.)
///
/// # Safety
///
/// A valid value of shape `S`, which has a head, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end_of<S: Shape, N: Native>(pos: Ptr) -> Ptr {
    // SAFETY: the caller promises a head, of at least one byte, which is followed by as many bytes as it says.
    unsafe {
        if const { Sizes::<S, N>::KNOWN_HEAD.is_some() }
            && let Some(head) = const { Sizes::<S, N>::KNOWN_HEAD }
            && pos.load::<[u8; 1]>() == [head.size()]
        {
            return pos.add(head.value_size());
        }
        end(pos)
    }
}

/// Returns the end of a value.
///
/// # Safety
///
/// A valid value with a head is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn end(pos: Ptr) -> Ptr {
    // SAFETY: the head is followed by as many bytes as it says.
    unsafe {
        let (size, start) = varint::read_short(pos);
        start.add(size)
    }
}

/// Passes a head; returns the length of the static part, and the position after the head. (The end of the value is read
/// where it is asked for, by [`end`].)
///
/// # Safety
///
/// A valid value with a head is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn pass<N: Native>(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the size is followed by the length of the static part, in a layout that has one.
    unsafe {
        let start = varint::end_short(pos);
        if const { N::FORMAT.static_first } { varint::read_short(start) } else { (0, start) }
    }
}

/// Enters a struct.
///
/// # Safety
///
/// A valid struct of shape `S`, which has a head, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn enter_struct<S: Shape, N: Native>(pos: Ptr) -> (N::Frame, Ptr) {
    // SAFETY: the caller promises the struct; the static part follows the head.
    unsafe {
        if const { Sizes::<S, N>::KNOWN_HEAD.is_some() }
            && let Some(head) = const { Sizes::<S, N>::KNOWN_HEAD }
            && head.is_at(pos)
        {
            let fields = pos.add(head.as_bytes().len());
            return (N::Frame::within(pos, fields, fields.add(head.static_part())), fields);
        }
        let (static_part, fields) = pass::<N>(pos);
        (N::Frame::within(pos, fields, fields.add(static_part)), fields)
    }
}

/// Enters an enum. The fields of a constructor that the reader does not know are the whole value.
///
/// # Safety
///
/// A valid enum of shape `S` with a head, with the constructors `V`, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn enter_enum<S: Shape, V: Variants, N: Native>(pos: Ptr) -> (u32, N::Frame, Ptr) {
    // SAFETY: the caller promises the enum; the tag follows the head, and the static part the tag.
    unsafe {
        let (static_part, tag_pos) = pass::<N>(pos);
        let (tag, fields) = read_tag::<V>(tag_pos);
        if const { keeps_unknown::<S, V>() } && tag >= const { V::COUNT.wrapping_sub(1) as usize } {
            return (V::COUNT - 1, N::Frame::within(pos, pos, pos), pos);
        }
        // (The check has refused all other tags.)
        core::hint::assert_unchecked(tag < V::COUNT as usize);
        (tag as u32, N::Frame::within(pos, fields, fields.add(static_part)), fields)
    }
}

/// Reads a tag. (Of a tag that is not that of a known constructor only the first byte may be read. It is greater than
/// theirs.)
///
/// # Safety
///
/// The tag of an enum with the constructors `V` is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn read_tag<V: Variants>(pos: Ptr) -> (usize, Ptr) {
    // SAFETY: the caller promises the tag.
    unsafe {
        if const { V::COUNT < 0xFC } {
            return (u8::from_le_bytes(pos.load()).into(), pos.add(1));
        }
        match pos.load::<[u8; 1]>() {
            // (At least 2^32, so greater than all known tags; it need not fit a `usize`.)
            [0xFE] => (usize::MAX, pos.add(9)),
            _ => varint::read(pos),
        }
    }
}

/// Checks the size at the beginning of a head; returns the end of the value.
pub(in crate::layout) fn check_size(checker: &mut impl Input, at: usize) -> Result<usize, Failed> {
    check_end(checker, at).map(|(_, end)| end)
}

/// Checks the size at the beginning of a head; returns the offset after it, and the end of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_end(checker: &mut impl Input, at: usize) -> Result<(usize, usize), Failed> {
    let (size, start) = varint::check(checker, at)?;
    if size > checker.left(start) as u64 {
        return Err(checker.unexpected_end(start, size));
    }
    Ok((start, start + size as usize))
}

/// Returns the end of a value whose head was checked, within the same input.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn checked_end(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let [first] = checker.array::<1>(at)?;
    if varint::is_short(first) {
        let end = at + 1 + usize::from(first);
        debug_assert!(end <= checker.bytes().len(), "the size was compared with the input");
        return Ok(end);
    }
    rarely_checked_end(checker, at)
}

/// Does the same for a size of more than one byte.
#[cold]
#[inline(never)]
fn rarely_checked_end(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    check_end(checker, at).map(|(_, end)| end)
}

/// Checks the size at the beginning of a head, and narrows the input to the value; returns the offset after the size.
#[cfg_attr(not(debug_assertions), inline(always))]
fn narrow(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let [first] = checker.array::<1>(at)?;
    if varint::is_short(first) && checker.narrow(at + 1 + usize::from(first)) {
        return Ok(at + 1);
    }
    rarely_narrow(checker, at)
}

/// Does the same for a size of more than one byte, or one that the input does not have.
#[cold]
#[inline(never)]
fn rarely_narrow(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (start, end) = check_end(checker, at)?;
    if checker.narrow(end) { Ok(start) } else { Err(checker.unexpected_end(start, (end - start) as u64)) }
}

/// Checks a head, and narrows the input to the value; returns the length of the static part, and the offset after the
/// head.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<(u64, usize), Failed> {
    let start = narrow(checker, at)?;
    if const { N::FORMAT.static_first } { varint::check(checker, start) } else { Ok((0, start)) }
}

/// Returns the end of the value at `at`, if it has all the fields that the type knows and no others, their size is
/// static, and every bit pattern of that size is valid. Otherwise nothing is known of the value, and it may be invalid.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_whole<S: Shape, N: Native>(checker: &NativeChecker<'_>, at: usize) -> Option<usize> {
    let head = const { if Sizes::<S, N>::ALL_VALID { Sizes::<S, N>::KNOWN_HEAD } else { None } }?;
    let value = checker.bytes().get(at..)?.get(..head.value_size())?;
    value.starts_with(head.as_bytes()).then_some(at + value.len())
}

/// Checks that the static part of `len` bytes, which begins at `fields`, is within the value.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check_static_part(checker: &mut NativeChecker<'_>, fields: usize, len: u64) -> Result<FieldOffsets, Failed> {
    if len > checker.left(fields) as u64 {
        return Err(checker.unexpected_end(fields, len));
    }
    Ok(FieldOffsets { static_end: fields + len as usize, ..FieldOffsets::at(fields) })
}

/// Checks the head of a struct, and narrows the input to the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_struct<N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
) -> Result<(FieldOffsets, usize), Failed> {
    let (static_part, fields) = check::<N>(checker, at)?;
    Ok((check_static_part(checker, fields, static_part)?, fields))
}

/// Checks the head and the tag of an enum, and narrows the input to the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_enum<S: Shape, V: Variants, N: Native>(
    checker: &mut NativeChecker<'_>,
    at: usize,
) -> Result<(u32, FieldOffsets, usize), Failed> {
    let (static_part, tag_at) = check::<N>(checker, at)?;
    let (tag, fields) = varint::check(checker, tag_at)?;
    let offsets = check_static_part(checker, fields, static_part)?;
    if const { keeps_unknown::<S, V>() } && tag >= u64::from(V::COUNT.wrapping_sub(1)) {
        return Ok((V::COUNT - 1, FieldOffsets::at(at), at));
    }
    if tag < u64::from(V::COUNT) {
        return Ok((tag as u32, offsets, fields));
    }
    let found = u32::try_from(tag).unwrap_or(u32::MAX);
    Err(checker.fail(ErrorKind::InvalidTag { found, constructors: V::COUNT }, tag_at))
}

/// Returns the offsets after the first field of `(T, R)`, field `index`, if it is absent; `None` if it is there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_absent<T: Field, R: List, N: Native>(
    checker: &mut NativeChecker<'_>,
    fields: FieldOffsets,
    at: usize,
    index: u32,
) -> Result<Option<FieldOffsets>, Failed> {
    let is_fixed = const { FirstField::<T, R>::is_fixed::<N>() };
    let is_absent = if is_fixed { fields.fixed >= fields.static_end } else { checker.left(at) == 0 };
    if const { matches!(FirstField::<T, R>::size::<N>(), Some(0)) } {
        // (A field that takes no bytes says nothing of the others.)
        return Ok(is_absent.then_some(fields));
    }
    if is_absent {
        return Ok(Some(FieldOffsets { absent_from: fields.absent_from.or(Some(index)), ..fields }));
    }
    match fields.absent_from {
        Some(found) => {
            let at = if is_fixed { fields.fixed } else { at };
            Err(checker.fail(ErrorKind::MissingFields { expected: index + 1, found: found.into() }, at))
        }
        None => Ok(None),
    }
}

/// Reads the bytes of a value of a constructor that the reader does not know, after the size in its head.
///
/// # Safety
///
/// A valid value with a head is stored at `pos`, in bytes that live for `'a`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn read_unknown<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
    // SAFETY: the head is followed by as many bytes as it says.
    unsafe {
        let (size, start) = varint::read(pos);
        (start.bytes(size), start.add(size))
    }
}

/// Checks a value of a constructor that the reader does not know: its head and its tag.
pub(super) fn check_unknown<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let outer = checker.bytes();
    let (static_part, tag_at) = check::<N>(checker, at)?;
    let (_, fields) = varint::check(checker, tag_at)?;
    check_static_part(checker, fields, static_part)?;
    checker.widen(outer);
    checked_end(checker, at)
}

/// Begins a value whose tag takes `tag` bytes: writes its head, in which one byte is reserved for the size, unless that
/// is known.
///
/// # Safety
///
/// There is capacity for the head, as [`Format`](crate::layout::Format) says.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin<N: Native>(writer: &mut ValueWriter, pos: usize, tag: usize, parts: PartSizes) -> usize {
    let static_part = parts.static_part as u64;
    let static_size = if const { N::FORMAT.static_first } { varint::len(static_part) } else { 0 };
    // SAFETY: the caller promises the capacity.
    unsafe {
        let pos = match parts.fields {
            Some(fields) => writer.put_varint(pos, (static_size + tag + fields) as u64),
            None => writer.put(pos, [0]),
        };
        if const { N::FORMAT.static_first } { writer.put_varint(pos, static_part) } else { pos }
    }
}

/// Begins constructor `tag` of an enum: writes its head and its tag. Of a constructor that the writer does not know,
/// everything is written with its field.
///
/// # Safety
///
/// There is capacity for the head and the tag, as [`Format`](crate::layout::Format) says.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn begin_enum<S: Shape, V: Variants, N: Native>(
    writer: &mut ValueWriter,
    pos: usize,
    tag: u32,
    parts: PartSizes,
) -> usize {
    if const { keeps_unknown::<S, V>() } && tag == V::COUNT - 1 {
        writer.unknown_from = Some(tag);
        return pos;
    }
    // SAFETY: the caller promises the capacity.
    unsafe {
        let pos = begin::<N>(writer, pos, varint::len(tag.into()), parts);
        writer.put_varint(pos, tag.into())
    }
}

/// Writes a value of a constructor that the writer does not know, whose bytes after the size of its head are `bytes`.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1).
pub(super) unsafe fn write_unknown<N: Native>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
    let (known, place) = (writer.unknown_from.take(), Place::outermost(pos));
    let refuse = |writer: &mut ValueWriter, message| writer.fail(ErrorKind::Refused { message }, place);
    match (known, unknown_tag::<N>(bytes)) {
        (Some(known), Some(tag)) if tag >= u64::from(known) => {}
        (Some(known), Some(tag)) => {
            let found = u32::try_from(tag).unwrap_or(u32::MAX);
            writer.fail(ErrorKind::InvalidTag { found, constructors: known }, place);
        }
        (None, _) => refuse(writer, "an `Unknown` outside of a variant marked `other`"),
        (_, None) => refuse(writer, "an `Unknown` without a tag"),
    }
    let len = bytes.len() as u64;
    // SAFETY: the caller promises W1 for `pos`; capacity for the size and for the bytes is reserved first.
    unsafe {
        writer.ensure_capacity(pos, varint::len(len) + bytes.len());
        let pos = writer.put_varint(pos, len);
        writer.put_slice(pos, bytes)
    }
}
