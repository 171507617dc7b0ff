//! What the native layouts share: scalars at their width, positions that are plain pointers.

use super::{Layout, indexed, sealed, varint};
use crate::build::{Expected, Writer};
use crate::error::ErrorKind;
use crate::raw::{self, ByteArray, Ptr};
use crate::scalar::Scalar;
use crate::shape::{Of, Shape, skip_whole, tag_width};
use crate::validate::{Checker, Failed};

/// What tells one native layout from another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over any layout write `L: Layout`"
)]
pub(crate) trait Native: Sized + 'static {
    /// What the layout is called.
    const NAME: &'static str;
    /// Whether it writes what makes jumps possible: sizes before fields, tables of ends.
    const JUMPS: bool;
}

impl<N: Native> sealed::Sealed for N {}

/// The beginning of a sequence, read.
#[derive(Clone, Copy)]
pub struct Head {
    pub(crate) count: usize,
    pub(crate) width_log: u8,
    /// Where the table of ends is; without one, where the elements are.
    pub(crate) table: Ptr,
    pub(crate) elements: Ptr,
}

/// Where a field's size is to be written.
#[derive(Clone, Copy)]
pub struct SizeMark {
    /// The offset of the value; its size is to stand before it.
    start: usize,
}

/// Where the beginning of a sequence is to be written.
#[derive(Clone, Copy)]
pub struct ItemsMark {
    /// The offset of what was written in its place for now.
    head: usize,
    /// The offset of the first element.
    elements: usize,
    /// How many elements were expected.
    expected: usize,
}

impl SizeMark {
    /// The offset of the value.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn start(&self) -> usize {
        self.start
    }
}

impl ItemsMark {
    /// The offset of the first element.
    pub(crate) fn elements(&self) -> usize {
        self.elements
    }
}

/// Whether a sequence of elements of shape `S` has a table of ends.
const fn has_table<S: Shape, N: Native>() -> bool {
    N::JUMPS && Of::<S, N>::SIZE.is_none()
}

// SAFETY: for each part, what is checked, read and written stands side by side below; the numbers are
// short varints throughout, and the tags as wide as `tag_width` says.
unsafe impl<N: Native> Layout for N {
    type Pos = Ptr;
    type Head = Head;
    type Steps = usize;

    const NAME: &'static str = N::NAME;
    const SIZES_BEFORE_FIELDS: bool = N::JUMPS;
    const ELEMENTS_SIDE_BY_SIDE: bool = true;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn at(bytes: &[u8], offset: usize) -> Ptr {
        // SAFETY: the caller promises an offset within the bytes.
        unsafe { Ptr::to(bytes).add(offset) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn at_mut(bytes: &mut [u8]) -> Ptr {
        Ptr::to_mut(bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn between<'a>(start: Ptr, end: Ptr) -> &'a [u8] {
        // SAFETY: the caller promises one buffer that lives for `'a`, and the order.
        unsafe { start.bytes(end.since(start)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn advance(pos: Ptr, size: usize) -> Ptr {
        // SAFETY: the caller promises a value of that size.
        unsafe { pos.add(size) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(pos: Ptr) -> (S, Ptr) {
        // SAFETY: the caller promises a valid scalar.
        unsafe { (S::from_bytes(pos.load()), pos.add(S::WIDTH)) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_scalar<S: Scalar>(pos: Ptr, value: S) {
        // SAFETY: the caller promises a scalar there, and exclusive access to it.
        unsafe { pos.store(value.to_bytes()) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn blob<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
        // SAFETY: the caller promises a string: its length, and as many bytes.
        unsafe {
            let (len, start) = varint::read(pos);
            (start.bytes(len), start.add(len))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn tag(pos: Ptr, constructors: u32) -> (u32, Ptr) {
        // SAFETY: the caller promises a tag, of the width that goes with so many constructors.
        unsafe {
            let width = tag_width(constructors);
            let tag = match width {
                1 => u8::from_le_bytes(pos.load()).into(),
                2 => u16::from_le_bytes(pos.load()).into(),
                _ => u32::from_le_bytes(pos.load()),
            };
            core::hint::assert_unchecked(tag < constructors);
            (tag, pos.add(width))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_sized(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises the size, if the layout has it.
        if N::JUMPS { unsafe { varint::end(pos) } } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn span_sized(pos: Ptr) -> Option<(Ptr, Ptr)> {
        if !N::JUMPS {
            return None;
        }
        // SAFETY: the caller promises the size, and that many bytes after it.
        unsafe {
            let (size, start) = varint::read(pos);
            Some((start, start.add(size)))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn head<S: Shape>(pos: Ptr) -> Head {
        // SAFETY: the caller promises a sequence, with a table where the layout has one.
        unsafe {
            if const { has_table::<S, N>() } {
                return indexed::read_head(pos);
            }
            let (count, elements) = varint::read(pos);
            Head { count, width_log: 0, table: elements, elements }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn len(head: &Head) -> usize {
        head.count
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(head: Head) -> (usize, Ptr) {
        (head.count, head.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn next(steps: &mut usize) -> bool {
        match steps.checked_sub(1) {
            Some(left) => {
                *steps = left;
                true
            }
            None => false,
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn remaining(steps: &usize) -> usize {
        *steps
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_sequence<S: Shape>(head: Head) -> Option<Ptr> {
        // SAFETY: the caller promises a valid sequence, whose elements end where the size of one, or
        // the last entry of the table, says.
        unsafe {
            match const { Of::<S, N>::SIZE } {
                Some(size) => Some(head.elements.add(head.count * size)),
                None if !N::JUMPS => None,
                None if head.count == 0 => Some(head.elements),
                None => Some(head.elements.add(head.end_of(head.count - 1))),
            }
        }
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<(), Failed> {
        let mut bytes = <S::Bytes as ByteArray>::ZERO;
        bytes.as_mut().copy_from_slice(checker.slice(at, S::WIDTH as u64)?);
        if S::is_valid(bytes) { Ok(()) } else { Err(invalid_scalar::<S>(checker, at, bytes.as_ref())) }
    }

    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        let (len, start) = varint::check(checker, at)?;
        let bytes = checker.slice(start, len)?;
        // Measured on log records, whose strings are of 1 to 40 bytes: `from_utf8` alone takes twice as long.
        if bytes.len() <= SHORT_TEXT && bytes.is_ascii() {
            return Ok(start + bytes.len());
        }
        match core::str::from_utf8(bytes) {
            Ok(_) => Ok(start + bytes.len()),
            Err(error) => Err(checker.fail(ErrorKind::InvalidUtf8, start + error.valid_up_to())),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_tag(checker: &mut Checker<'_>, at: usize, constructors: u32) -> Result<(u32, usize), Failed> {
        let width = tag_width(constructors);
        let tag = match width {
            1 => u8::from_le_bytes(checker.array(at)?).into(),
            2 => u16::from_le_bytes(checker.array(at)?).into(),
            _ => u32::from_le_bytes(checker.array(at)?),
        };
        if tag < constructors {
            Ok((tag, at + width))
        } else {
            Err(checker.fail(ErrorKind::InvalidTag { found: tag, constructors }, at))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed> {
        if !N::JUMPS {
            return Ok((at, None));
        }
        let (size, start) = varint::check(checker, at)?;
        Ok((start, Some(size)))
    }

    fn check_sequence<S: Shape>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        if const { has_table::<S, N>() } {
            return check_table(checker, at, each);
        }
        let (count, start) = varint::check(checker, at)?;
        let count = require_elements(checker, at, start, count, const { Of::<S, N>::SIZE })?;
        check_each(checker, start, count, each)
    }

    fn check_block(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed> {
        let (count, start) = varint::check(checker, at)?;
        let count = require_elements(checker, at, start, count, Some(size))?;
        Ok(start + count * size)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_scalar<S: Scalar>(writer: &mut Writer, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { writer.put(pos, value.to_bytes()) }
    }

    #[inline]
    fn write_scalars<S: Scalar>(writer: &mut Writer, pos: usize, values: &[S]) -> usize {
        if S::IS_MEMORY {
            writer.extend_from_slice(pos, raw::bytes_of(values))
        } else {
            values.iter().fold(pos, |pos, value| {
                writer.room(pos, S::WIDTH);
                // SAFETY: there is room.
                unsafe { writer.put(pos, value.to_bytes()) }
            })
        }
    }

    #[inline]
    fn write_blob(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
        let len = bytes.len() as u64;
        writer.room(pos, varint::len(len) + bytes.len());
        // SAFETY: there is room for the length and for the bytes.
        unsafe {
            let pos = varint::put(writer, pos, len);
            writer.put_slice(pos, bytes)
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_tag(writer: &mut Writer, pos: usize, tag: u32, constructors: u32) -> usize {
        let [a, b, c, d] = tag.to_le_bytes();
        // SAFETY: the caller promises the room.
        unsafe {
            match tag_width(constructors) {
                1 => writer.put(pos, [a]),
                2 => writer.put(pos, [a, b]),
                _ => writer.put(pos, [a, b, c, d]),
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_sized(writer: &mut Writer, pos: usize) -> SizeMark {
        if !N::JUMPS {
            return SizeMark { start: pos };
        }
        writer.room(pos, 1);
        // Most sizes take one byte; `end_sized` makes room where one takes more.
        // SAFETY: there is room.
        SizeMark { start: unsafe { writer.put(pos, [0]) } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_sized(writer: &mut Writer, pos: usize, mark: SizeMark) -> usize {
        if !N::JUMPS {
            return pos;
        }
        let size = (pos - mark.start) as u64;
        if varint::len(size) == 1 {
            // SAFETY: the byte before the field was written for this.
            unsafe { writer.put(mark.start - 1, [size as u8]) };
            return pos;
        }
        writer.replace_number(pos, (mark.start - 1, mark.start), size, 0).1
    }

    fn begin_sequence<S: Shape>(writer: &mut Writer, pos: usize, expected: Expected) -> ItemsMark {
        writer.reserve(pos, expected, const { Of::<S, N>::SIZE }.unwrap_or(1));
        let mut elements = pos;
        if !const { has_table::<S, N>() } {
            // SAFETY: there is room for the count.
            elements = unsafe { varint::put(writer, pos, expected.count() as u64) };
        }
        ItemsMark { head: pos, elements, expected: expected.count() }
    }

    fn end_sequence<S: Shape>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize {
        if const { matches!(Of::<S, N>::SIZE, Some(0)) } {
            writer.charge_empty(count as u64);
        }
        if writer.has_failed() {
            return pos;
        }
        if const { has_table::<S, N>() } {
            // SAFETY: nothing failed, so `count` valid elements stand from `elements` to `pos`.
            return unsafe { write_table::<S, N>(writer, pos, mark, count) };
        }
        if count == mark.expected {
            return pos;
        }
        writer.replace_number(pos, (mark.head, mark.elements), count as u64, 0).1
    }
}

/// Up to how many bytes a string is first looked at for being ASCII.
const SHORT_TEXT: usize = 256;

/// Reports the bytes that are no value of a scalar.
#[cold]
fn invalid_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize, bytes: &[u8]) -> Failed {
    let found = bytes.iter().rev().fold(0, |number: u128, byte| number << 8 | u128::from(*byte));
    checker.fail(ErrorKind::InvalidScalar { expected: S::EXPECTED, found }, at)
}

/// Checks that `count` elements can be there: so many bytes each, at least one each if that is not
/// static, and if none, that so many are allowed.
fn require_elements(
    checker: &mut Checker<'_>,
    at: usize,
    start: usize,
    count: u64,
    size: Option<usize>,
) -> Result<usize, Failed> {
    let needed = count.saturating_mul(size.unwrap_or(1) as u64);
    if needed > checker.left(start) as u64 {
        return Err(checker.unexpected_end(start, needed));
    }
    if size == Some(0) {
        checker.charge_empty(at, count)?;
    }
    usize::try_from(count).map_err(|_| checker.fail(ErrorKind::Overflow, at))
}

/// Checks so many elements, one after the other.
#[inline]
fn check_each(
    checker: &mut Checker<'_>,
    mut at: usize,
    count: usize,
    mut each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    for index in 0..count {
        at = each(checker, at, index)?;
    }
    Ok(at)
}

/// Checks a sequence with a table of ends, each entry against where the element really ends.
fn check_table(
    checker: &mut Checker<'_>,
    at: usize,
    mut each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
) -> Result<usize, Failed> {
    let (number, table) = varint::check(checker, at)?;
    if usize::try_from(number).is_err() {
        return Err(checker.fail(ErrorKind::Overflow, at));
    }
    let (count, width_log) = (number / 4, (number % 4) as u8);
    // An element takes at least one byte, an entry `1 << width_log`.
    let count = require_elements(checker, at, table, count, Some((1 << width_log) + 1))?;
    let elements = table + (count << width_log);
    let mut stated = 0;
    let end = check_each(checker, elements, count, |checker, at, index| {
        let entry = table + (index << width_log);
        let end = each(checker, at, index)?;
        stated = table_entry(checker, entry, width_log)?;
        checker.require_size(entry, Some(stated), end - elements)?;
        Ok(end)
    })?;
    if width_log == indexed::width_log(stated) {
        Ok(end)
    } else {
        Err(checker.fail(ErrorKind::NotMinimal { value: stated }, at))
    }
}

fn table_entry(checker: &mut Checker<'_>, at: usize, width_log: u8) -> Result<u64, Failed> {
    Ok(match width_log {
        0 => u8::from_le_bytes(checker.array(at)?).into(),
        1 => u16::from_le_bytes(checker.array(at)?).into(),
        2 => u32::from_le_bytes(checker.array(at)?).into(),
        _ => u64::from_le_bytes(checker.array(at)?),
    })
}

/// Puts count and table of ends before the elements that were written, and gives the new end. The ends are
/// found by stepping over the elements again, which takes constant time each: so nothing needs to be
/// remembered while they are written.
///
/// # Safety
///
/// `count` valid elements of shape `S` stand from `mark.elements` to `pos`.
unsafe fn write_table<S: Shape, N: Native>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize {
    let width_log = indexed::width_log((pos - mark.elements) as u64);
    // On a 32-bit machine either may be more than it can count, which the reader could not either.
    let (number, room) = (indexed::head_number(count, width_log), count.checked_mul(1 << width_log));
    let (Some(number), Some(room)) = (number, room) else {
        writer.fail(ErrorKind::Overflow);
        return pos;
    };
    let (table, pos) = writer.replace_number(pos, (mark.head, mark.elements), number, room);
    let (before, elements) = writer.commit(pos).split_at_mut(table + room);
    let start = Ptr::to(elements);
    let mut element = start;
    for entry in before[table..].chunks_exact_mut(1 << width_log) {
        // SAFETY: the caller promises an element for each entry.
        let end = unsafe {
            element = skip_whole::<S, N>(element);
            element.since(start)
        };
        entry.copy_from_slice(&(end as u64).to_le_bytes()[..1 << width_log]);
    }
    pos
}
