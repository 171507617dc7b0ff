//! Heads: what is before a value of an extensible type.
//!
//! A head states how many bytes follow in the value, and in a layout with a static part how many of these are that
//! part. An enum has its tag after the head, as a short varint. See the pages on `Compact` and `Indexed`.

use super::frame::{Bounds, Frame};
use super::{FieldOffsets, Native, NativeChecker};
use crate::shape::{Field, FirstField, List, PartSizes, Shape, Variants, unknown_tag};
use crate::wire::checker::Failed;
use crate::wire::error::ErrorKind;
use crate::wire::pointer::Ptr;
use crate::wire::value_writer::ValueWriter;
use crate::wire::varint;

/// Returns whether the last constructor represents all that the reader does not know, in this layout.
const fn keeps_unknown<S: Shape, V: Variants>() -> bool {
    S::HAS_OTHER && V::LAST_IS_UNKNOWN
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

/// Reads a head; returns the length of the static part, the position after the head, and the end of the value.
///
/// # Safety
///
/// A valid value with a head is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn read<N: Native>(pos: Ptr) -> (usize, Ptr, Ptr) {
    // SAFETY: the size is followed by as many bytes as it says, first of which is the length of the static part.
    unsafe {
        let (size, start) = varint::read_short(pos);
        let end = start.add(size);
        let (static_part, start) =
            if const { N::FORMAT.static_first } { varint::read_short(start) } else { (0, start) };
        (static_part, start, end)
    }
}

/// Enters a struct.
///
/// # Safety
///
/// A valid struct with a head is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) unsafe fn enter_struct<N: Native>(pos: Ptr) -> (N::Frame, Ptr) {
    // SAFETY: the caller promises the struct; the static part follows the head.
    unsafe {
        let (static_part, fields, end) = read::<N>(pos);
        (N::Frame::within(fields, Bounds { static_end: fields.add(static_part), end }), fields)
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
        let (static_part, tag_pos, end) = read::<N>(pos);
        let (tag, fields) = read_tag::<V>(tag_pos);
        if const { keeps_unknown::<S, V>() } && tag >= const { V::COUNT.wrapping_sub(1) as usize } {
            return (V::COUNT - 1, N::Frame::within(pos, Bounds { static_end: pos, end }), pos);
        }
        // (The check has refused all other tags.)
        core::hint::assert_unchecked(tag < V::COUNT as usize);
        (tag as u32, N::Frame::within(fields, Bounds { static_end: fields.add(static_part), end }), fields)
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

/// Checks the size at the beginning of a head; returns the offset after it, and the end of the value.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_end(checker: &mut NativeChecker<'_>, at: usize) -> Result<(usize, usize), Failed> {
    let (size, start) = varint::check(checker, at)?;
    if size > checker.left(start) as u64 {
        return Err(checker.unexpected_end(start, size));
    }
    Ok((start, start + size as usize))
}

/// Checks a head, and narrows the input to the value; returns the length of the static part, and the offset after the
/// head.
#[cfg_attr(not(debug_assertions), inline(always))]
fn check<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<(u64, usize), Failed> {
    let (start, end) = check_end(checker, at)?;
    checker.narrow(|_| Ok(end))?;
    if const { N::FORMAT.static_first } { varint::check(checker, start) } else { Ok((0, start)) }
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

/// Checks that the next field of the static part, of `size` bytes, is within that part.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(super) fn check_fixed(checker: &mut NativeChecker<'_>, fields: FieldOffsets, size: usize) -> Result<(), Failed> {
    let left = fields.static_end.saturating_sub(fields.fixed);
    if size <= left {
        return Ok(());
    }
    Err(checker.fail(ErrorKind::UnexpectedEnd { needed: size as u64, left }, fields.fixed))
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

/// Checks a value of a constructor that the reader does not know: its head and its tag.
pub(super) fn check_unknown<N: Native>(checker: &mut NativeChecker<'_>, at: usize) -> Result<usize, Failed> {
    let (start, end) = check_end(checker, at)?;
    let outer = checker.narrow(|_| Ok(end))?;
    let (static_part, tag_at) =
        if const { N::FORMAT.static_first } { varint::check(checker, start)? } else { (0, start) };
    let (_, fields) = varint::check(checker, tag_at)?;
    check_static_part(checker, fields, static_part)?;
    checker.widen(outer);
    Ok(end)
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
    let known = writer.unknown_from.take();
    match (known, unknown_tag::<N>(bytes)) {
        (Some(known), Some(tag)) if tag >= u64::from(known) => {}
        (Some(known), Some(tag)) => {
            let found = u32::try_from(tag).unwrap_or(u32::MAX);
            writer.fail(ErrorKind::InvalidTag { found, constructors: known });
        }
        (None, _) => writer.fail(ErrorKind::Refused { message: "an `Unknown` outside of a variant marked `other`" }),
        (_, None) => writer.fail(ErrorKind::Refused { message: "an `Unknown` without a tag" }),
    }
    let len = bytes.len() as u64;
    // SAFETY: the caller promises W1 for `pos`; capacity for the size and for the bytes is reserved first.
    unsafe {
        writer.ensure_capacity(pos, varint::len(len) + bytes.len());
        let pos = writer.put_varint(pos, len);
        writer.put_slice(pos, bytes)
    }
}
