//! What the layouts share whose positions are plain pointers: nothing needs to be remembered between fields.

use alloc::vec::Vec;

use super::format::{ScalarRule, SequenceRule};
use super::{Format, Layout, Sizes, cells, codec, indexed, number, sealed, varint};
use crate::build::{Expected, Writer};
use crate::error::ErrorKind;
use crate::raw::{self, Ptr};
use crate::scalar::Scalar;
use crate::shape::{Elements, Form, Leaf, Of, SequenceKind, Shape, ShapeOf, Style, Variants, skip_whole};
use crate::steps;
use crate::validate::{Checker, Failed};

/// What tells one layout with plain pointers from another.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a layout",
    label = "not a layout",
    note = "the layouts are the types of the module `packed_data::layout`, such as `Compact` and `Indexed`",
    note = "for a function over any layout write `L: Layout`"
)]
pub(crate) trait Native: Sized + 'static {
    /// What the layout is called.
    const NAME: &'static str;
    /// What it makes of the forms of values.
    const FORMAT: &'static Format;
    /// What stands before the count of a map.
    const MAP_MARK: Option<[u8; 4]> = None;
    /// Why it has no strings, if it has none.
    const NO_TEXT: Option<&'static str> = None;
    /// Why it has no arrays, if it has none.
    const NO_ARRAYS: Option<&'static str> = None;
    /// Why it has no maps and sets, if it has none.
    const NO_MAPS: Option<&'static str> = None;
    /// Why it has no tuples, if it has none.
    const NO_TUPLES: Option<&'static str> = None;
    /// Why it has not the scalars that only Rust has, if so.
    const NO_RUST_SCALARS: Option<&'static str> = None;
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
    pub(super) head: usize,
    /// The offset of the first element.
    pub(super) elements: usize,
    /// How many elements were expected.
    pub(super) expected: usize,
    /// How many elements of enclosing sequences the writer has noted.
    pub(super) noted: usize,
}

impl SizeMark {
    /// The value begins at `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn new(start: usize) -> Self {
        Self { start }
    }

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

    /// How many elements of enclosing sequences the writer has noted.
    pub(crate) fn noted(&self) -> usize {
        self.noted
    }
}

/// Whether a layout puts in what makes jumps possible: sizes as short varints, tables of ends.
const fn jumps<L: Layout>() -> bool {
    matches!(L::FORMAT.sizes, Sizes::ForJumps)
}

/// Whether sizes stand before fields as numbers of four bytes.
const fn has_wide_sizes<N: Native>() -> bool {
    N::FORMAT.sizes_every_field()
}

/// Whether a sequence of elements of shape `S` has a table of ends.
pub(crate) const fn has_table<S: Shape, L: Layout>() -> bool {
    jumps::<L>() && Of::<S, L>::SIZE.is_none()
}

/// Whether a sequence is written as cells.
const fn has_cells<N: Native>() -> bool {
    matches!(N::FORMAT.sequences, SequenceRule::Cells)
}

/// How many bytes stand before the count of a sequence of elements of shape `S`.
const fn mark_len<S: Shape, N: Native>() -> usize {
    match (S::STYLE, N::MAP_MARK) {
        (Style::Entry, Some(mark)) => mark.len(),
        _ => 0,
    }
}

/// How many bytes stand before the fields of a value of shape `S` that is a struct.
const fn struct_tag<S: Shape, N: Native>() -> usize {
    match S::STYLE {
        Style::Constructors => N::FORMAT.struct_size(),
        _ => 0,
    }
}

/// Refuses, when compiled, what a layout does not have.
macro_rules! refuse {
    ($why:expr) => {
        const {
            if let Some(why) = $why {
                panic!("{}", why)
            }
        }
    };
}

/// Why a layout does not have a struct, tuple or enum of shape `S`.
const fn no_compound<S: Shape, N: Native>() -> Option<&'static str> {
    match S::STYLE {
        Style::Tuple if !matches!(S::FORM, Form::Unit) => N::NO_TUPLES,
        _ => None,
    }
}

// SAFETY: for each part, what is checked, read and written stands side by side below, or in the modules for numbers,
// scalars, cells and tables; the tags are as wide as the layout's `Format` says.
unsafe impl<N: Native> Layout for N {
    type Pos = Ptr;
    type Frame = ();
    type Head = Head;
    type Steps = usize;

    const NAME: &'static str = N::NAME;
    const FORMAT: &'static Format = N::FORMAT;
    const ELEMENTS_SIDE_BY_SIDE: bool = !has_cells::<N>();

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
    unsafe fn settle(pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn walk(_: Ptr, _: u32) -> Option<Ptr> {
        None
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<S: Scalar>(pos: Ptr) -> (S, Ptr) {
        // SAFETY: the caller promises a valid scalar.
        unsafe { codec::read::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn skip_scalar<S: Scalar>(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises a valid scalar.
        unsafe { codec::end::<S, N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn set_scalar<S: Scalar>(pos: Ptr, value: S) {
        // SAFETY: the caller promises a scalar of static size there, and exclusive access to it.
        unsafe { codec::set::<S, N>(pos, value) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn blob<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
        refuse!(N::NO_TEXT);
        // SAFETY: the caller promises a string.
        unsafe { read_bytes::<N>(pos) }
    }

    unsafe fn raw<'a>(pos: Ptr) -> (&'a [u8], Ptr) {
        // SAFETY: the caller promises an item, which stands here as a string does.
        unsafe { read_bytes::<N>(pos) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_struct<S: Shape>(pos: Ptr) -> ((), Ptr) {
        refuse!(no_compound::<S, N>());
        // SAFETY: the caller promises a struct, with the tag that the layout gives it.
        ((), unsafe { pos.add(const { struct_tag::<S, N>() }) })
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Ptr) -> (u32, (), Ptr) {
        let width = const { N::FORMAT.tag_size(V::COUNT) };
        // SAFETY: the caller promises a tag, of the width that goes with so many constructors.
        unsafe {
            let tag = match width {
                0 => 0,
                1 => u8::from_le_bytes(pos.load()).into(),
                2 => tag_of::<N>(pos.load::<[u8; 2]>()),
                _ => tag_of::<N>(pos.load::<[u8; 4]>()),
            };
            core::hint::assert_unchecked(tag < V::COUNT);
            (tag, (), pos.add(width))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_array<S: Shape>(pos: Ptr, _: usize) -> ((), Ptr) {
        refuse!(N::NO_ARRAYS);
        ((), pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn passed((): ()) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn is_absent((): (), _: Ptr) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn leave((): (), pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn last((): (), pos: Ptr) -> Ptr {
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn enter_sized(pos: Ptr) -> Ptr {
        // SAFETY: the caller promises the size.
        unsafe { if has_wide_sizes::<N>() { pos.add(4) } else { varint::end(pos) } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn span_sized(pos: Ptr) -> Option<(Ptr, Ptr)> {
        // SAFETY: the caller promises the size, and that many bytes after it.
        unsafe {
            let (size, start) = if has_wide_sizes::<N>() {
                (u32::from_le_bytes(pos.load()) as usize, pos.add(4))
            } else {
                varint::read(pos)
            };
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
            if has_cells::<N>() {
                return Head { count: 0, width_log: 0, table: pos, elements: pos };
            }
            let (count, elements) = number::read::<N>(pos.add(const { mark_len::<S, N>() }));
            Head { count, width_log: 0, table: elements, elements }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn len<S: Shape>(head: &Head) -> usize {
        // SAFETY: the caller promises a valid sequence.
        if has_cells::<N>() { unsafe { cells::count::<S, N>(head.elements) } } else { head.count }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn first(head: Head) -> (usize, Ptr) {
        (head.count, head.elements)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn next<S: Shape>(steps: &mut usize, pos: Ptr) -> Option<Ptr> {
        if has_cells::<N>() {
            // SAFETY: the caller promises a valid sequence, of which `pos` is the place of a cell.
            return unsafe { cells::next(pos) };
        }
        *steps = steps.checked_sub(1)?;
        Some(pos)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn remaining<S: Shape>(steps: &usize, pos: Ptr) -> usize {
        // SAFETY: the caller promises a valid sequence, of which `pos` is the place of a cell.
        if has_cells::<N>() { unsafe { cells::count::<S, N>(pos) } } else { *steps }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn stated(steps: &usize) -> usize {
        *steps
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn after(_: usize, pos: Ptr) -> Ptr {
        // SAFETY: the caller promises the end of the elements, where the last cell stands.
        if has_cells::<N>() { unsafe { cells::after(pos) } } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_sequence<S: Shape>(head: Head) -> Option<Ptr> {
        // SAFETY: the caller promises a valid sequence, whose elements end where the size of one, or
        // the last entry of the table, says.
        unsafe {
            if has_cells::<N>() {
                return None;
            }
            match const { Of::<S, N>::SIZE } {
                Some(size) => Some(head.elements.add(head.count * size)),
                None if !jumps::<N>() => None,
                None if head.count == 0 => Some(head.elements),
                None => Some(head.elements.add(head.end_of(head.count - 1))),
            }
        }
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        codec::check::<S, N>(checker, at)
    }

    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        refuse!(N::NO_TEXT);
        let (len, start) = number::check::<N>(checker, at)?;
        checker.text(start, len)
    }

    fn check_raw(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        let (len, start) = number::check::<N>(checker, at)?;
        let len = checker.slice(start, len)?.len();
        let end = checker.item(start, start + len)?;
        checker.require_size(at, Some(len as u64), end - start)?;
        Ok(end)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<((), usize), Failed> {
        refuse!(no_compound::<S, N>());
        if const { struct_tag::<S, N>() } == 0 {
            return Ok(((), at));
        }
        match checker.array(at)? {
            [0] => Ok(((), at + 1)),
            [tag] => Err(checker.fail(ErrorKind::InvalidTag { found: tag.into(), constructors: 1 }, at)),
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_enum<S: Shape, V: Variants>(checker: &mut Checker<'_>, at: usize) -> Result<(u32, (), usize), Failed> {
        let width = const { N::FORMAT.tag_size(V::COUNT) };
        let tag = match width {
            0 => 0,
            1 => u8::from_le_bytes(checker.array(at)?).into(),
            2 => tag_of::<N>(checker.array::<2>(at)?),
            _ => tag_of::<N>(checker.array::<4>(at)?),
        };
        if tag < V::COUNT {
            Ok((tag, (), at + width))
        } else {
            Err(checker.fail(ErrorKind::InvalidTag { found: tag, constructors: V::COUNT }, at))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_array<S: Shape>(_: &mut Checker<'_>, at: usize, _: usize) -> Result<((), usize), Failed> {
        refuse!(N::NO_ARRAYS);
        Ok(((), at))
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_count(_: &mut Checker<'_>, (): (), _: usize, _: u32) -> Result<(), Failed> {
        Ok(())
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_absent(_: &Checker<'_>, (): (), _: usize) -> bool {
        false
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_leave(_: &mut Checker<'_>, (): (), at: usize) -> Result<usize, Failed> {
        Ok(at)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_last(checker: &mut Checker<'_>, (): (), at: usize) -> Result<usize, Failed> {
        if N::FORMAT.sizes_last_field() { checker.note_end(at) } else { Ok(at) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_settle(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        if N::FORMAT.sizes_last_field() { checker.require_end(at) } else { Ok(at) }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_size(checker: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed> {
        if has_wide_sizes::<N>() {
            let size = u32::from_le_bytes(checker.array(at)?);
            return Ok((at + 4, Some(size.into())));
        }
        let (size, start) = varint::check(checker, at)?;
        Ok((start, Some(size)))
    }

    fn check_sequence<Q: Elements>(
        checker: &mut Checker<'_>,
        at: usize,
        mut each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        refuse!(no_map::<Q, N>());
        if const { has_table::<ShapeOf<Q::Element>, N>() } {
            return check_table(checker, at, each);
        }
        if has_cells::<N>() {
            return cells::check(checker, at, each);
        }
        let at = check_mark::<ShapeOf<Q::Element>, N>(checker, at)?;
        let (count, start) = number::check::<N>(checker, at)?;
        let size = const { Of::<ShapeOf<Q::Element>, N>::SIZE };
        if const { Of::<ShapeOf<Q::Element>, N>::MAY_BE_EMPTY } {
            let count = require_elements(checker, at, start, count, None)?;
            return check_each(checker, start, count, |checker, at, index| {
                let end = each(checker, at, index)?;
                checker.charge_empty(at, u64::from(end == at))?;
                Ok(end)
            });
        }
        let count = require_elements(checker, at, start, count, size.or(Some(1)))?;
        check_each(checker, start, count, each)
    }

    fn check_block<Q: Elements>(checker: &mut Checker<'_>, at: usize, size: usize) -> Result<usize, Failed> {
        refuse!(no_map::<Q, N>());
        if has_cells::<N>() {
            return cells::check(checker, at, |checker, at, _| {
                checker.require(at, size)?;
                Ok(at + size)
            });
        }
        let at = check_mark::<ShapeOf<Q::Element>, N>(checker, at)?;
        let (count, start) = number::check::<N>(checker, at)?;
        let count = require_elements(checker, at, start, count, Some(size))?;
        Ok(start + count * size)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_scalar<S: Scalar>(writer: &mut Writer, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { codec::write::<S, N>(writer, pos, value) }
    }

    #[inline]
    fn write_scalars<S: Scalar>(writer: &mut Writer, pos: usize, values: &[S]) -> usize {
        if const { Of::<Leaf<S>, N>::IS_MEMORY } {
            return writer.extend_from_slice(pos, raw::bytes_of(values));
        }
        values.iter().fold(pos, |pos, value| {
            let pos = if has_cells::<N>() { cells::begin(writer, pos) } else { pos };
            writer.room(pos, const { N::FORMAT.scalar_room(S::KIND, S::WIDTH) });
            // SAFETY: there is room.
            unsafe { codec::write::<S, N>(writer, pos, *value) }
        })
    }

    #[inline]
    fn write_blob(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
        refuse!(N::NO_TEXT);
        write_bytes::<N>(writer, pos, bytes)
    }

    fn write_raw(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
        write_bytes::<N>(writer, pos, bytes)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_struct<S: Shape>(writer: &mut Writer, pos: usize, _: u32) -> usize {
        refuse!(no_compound::<S, N>());
        // SAFETY: the caller promises the room.
        if const { struct_tag::<S, N>() } == 0 { pos } else { unsafe { writer.put(pos, [0]) } }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn write_enum<S: Shape, V: Variants>(writer: &mut Writer, pos: usize, tag: u32, _: u32) -> usize {
        let [a, b, c, d] = tag.to_le_bytes();
        // SAFETY: the caller promises the room.
        unsafe {
            match const { (N::FORMAT.tag_size(V::COUNT), is_big::<N>()) } {
                (0, _) => pos,
                (1, _) => writer.put(pos, [a]),
                (2, false) => writer.put(pos, [a, b]),
                (2, true) => writer.put(pos, [b, a]),
                (_, false) => writer.put(pos, [a, b, c, d]),
                (_, true) => writer.put(pos, [d, c, b, a]),
            }
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn write_array<S: Shape>(_: &mut Writer, pos: usize, _: usize) -> usize {
        refuse!(N::NO_ARRAYS);
        pos
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_array<S: Shape>(_: &mut Writer) {}

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_sized(writer: &mut Writer, pos: usize) -> SizeMark {
        // SAFETY: there is room.
        unsafe {
            if has_wide_sizes::<N>() {
                writer.room(pos, 4);
                return SizeMark::new(writer.put(pos, [0; 4]));
            }
            writer.room(pos, 1);
            // Most sizes take one byte; `end_sized` makes room where one takes more.
            SizeMark::new(writer.put(pos, [0]))
        }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn end_sized(writer: &mut Writer, pos: usize, mark: SizeMark) -> usize {
        if has_wide_sizes::<N>() {
            writer.put_wide_size(mark.start - 4, pos);
            return pos;
        }
        let size = (pos - mark.start) as u64;
        if varint::len(size) == 1 && !writer.has_insertions(mark.start) {
            // SAFETY: the byte before the field was written for this.
            unsafe { writer.put(mark.start - 1, [size as u8]) };
            return pos;
        }
        let size = writer.final_size(mark.start, pos) as u64;
        writer.replace_number(pos, (mark.start - 1, mark.start), size)
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_last(writer: &mut Writer, pos: usize) -> usize {
        if N::FORMAT.sizes_last_field() { writer.open_tail(pos) } else { pos }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_sequence<Q: Elements>(writer: &mut Writer, pos: usize, expected: Expected) -> ItemsMark {
        refuse!(no_map::<Q, N>());
        let count = expected.count() as u64;
        let size = const { Of::<ShapeOf<Q::Element>, N>::SIZE }.unwrap_or(1);
        let mark = const { mark_len::<ShapeOf<Q::Element>, N>() };
        writer.reserve(pos, expected, size, mark + number::len::<N>(count));
        let mut elements = pos;
        if let (true, Some(mark)) = (mark > 0, N::MAP_MARK) {
            // SAFETY: there is room for the mark.
            elements = unsafe { writer.put(elements, mark) };
        }
        let head = elements;
        if !const { has_table::<ShapeOf<Q::Element>, N>() || has_cells::<N>() } {
            // SAFETY: there is room for the count.
            elements = unsafe { number::put::<N>(writer, elements, count) };
        }
        ItemsMark { head, elements, expected: expected.count(), noted: writer.elements_noted() }
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn begin_element<Q: Elements>(writer: &mut Writer, pos: usize) -> usize {
        if has_cells::<N>() { cells::begin(writer, pos) } else { pos }
    }

    #[inline]
    fn end_sequence<Q: Elements>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize {
        if has_cells::<N>() {
            return cells::end(writer, pos);
        }
        if const { matches!(Of::<ShapeOf<Q::Element>, N>::SIZE, Some(0)) } {
            writer.charge_empty(count as u64);
        }
        if writer.has_failed() {
            return pos;
        }
        if const { has_table::<ShapeOf<Q::Element>, N>() } {
            // SAFETY: nothing failed, so `count` valid elements stand from `elements` to `pos`.
            return unsafe { write_table::<ShapeOf<Q::Element>, N>(writer, pos, mark, count) };
        }
        if count == mark.expected {
            return pos;
        }
        number::replace::<N>(writer, pos, (mark.head, mark.elements), count as u64)
    }
}

/// Reads bytes after their length.
///
/// # Safety
///
/// Valid ones stand at `pos`, in bytes that live for `'a`.
#[cfg_attr(not(debug_assertions), inline(always))]
unsafe fn read_bytes<'a, N: Native>(pos: Ptr) -> (&'a [u8], Ptr) {
    // SAFETY: the caller promises the length, and as many bytes.
    unsafe {
        let (len, start) = number::read::<N>(pos);
        (start.bytes(len), start.add(len))
    }
}

/// Writes bytes after their length.
#[inline]
fn write_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    // (Most are short; what is not stands apart.)
    if bytes.len() < 0x80 {
        write_any_bytes::<N>(writer, pos, bytes)
    } else {
        write_long_bytes::<N>(writer, pos, bytes)
    }
}

#[inline(never)]
fn write_long_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    write_any_bytes::<N>(writer, pos, bytes)
}

#[inline(always)]
fn write_any_bytes<N: Native>(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
    let len = bytes.len() as u64;
    writer.room(pos, number::len::<N>(len) + bytes.len());
    // SAFETY: there is room for the length and for the bytes.
    unsafe {
        let pos = number::put::<N>(writer, pos, len);
        writer.put_slice(pos, bytes)
    }
}

/// Whether numbers are big-endian.
const fn is_big<N: Native>() -> bool {
    matches!(N::FORMAT.scalars, ScalarRule::Big | ScalarRule::BigPairs)
}

/// Why a layout does not have the sequence `Q`.
const fn no_map<Q: Elements, N: Native>() -> Option<&'static str> {
    match (Q::KIND, <ShapeOf<Q::Element> as Shape>::STYLE) {
        (SequenceKind::Set, _) | (_, Style::Entry) => N::NO_MAPS,
        _ => None,
    }
}

/// The tag of these bytes.
#[cfg_attr(not(debug_assertions), inline(always))]
fn tag_of<N: Native>(bytes: impl AsRef<[u8]>) -> u32 {
    let join = |tag: u32, byte: &u8| tag << 8 | u32::from(*byte);
    if is_big::<N>() { bytes.as_ref().iter().fold(0, join) } else { bytes.as_ref().iter().rev().fold(0, join) }
}

/// Checks what stands before the count of a map.
fn check_mark<S: Shape, N: Native>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
    let (Style::Entry, Some(mark)) = (S::STYLE, N::MAP_MARK) else { return Ok(at) };
    let found = checker.array::<4>(at)?;
    if found == mark {
        return Ok(at + mark.len());
    }
    let kind = ErrorKind::InvalidScalar {
        expected: "map: the mark 1217678090 before its count",
        found: u32::from_le_bytes(found).into(),
    };
    Err(checker.fail(kind, at))
}

/// Checks that `count` elements can be there, if each takes so many bytes at least; and if that is none, that so many are
/// allowed.
#[inline]
fn require_elements(
    checker: &mut Checker<'_>,
    at: usize,
    start: usize,
    count: u64,
    least: Option<usize>,
) -> Result<usize, Failed> {
    let needed = count.saturating_mul(least.unwrap_or(0) as u64);
    if needed > checker.left(start) as u64 {
        return Err(checker.unexpected_end(start, needed));
    }
    if least == Some(0) {
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
        steps::count(1);
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

/// Puts count and table of ends before the elements that were written; returns the new end. The ends are found by stepping
/// over the elements again, which takes constant time each: so nothing needs to be remembered while they are written.
///
/// # Safety
///
/// `count` valid elements of shape `S` stand from `mark.elements` to `pos`, but for insertions.
unsafe fn write_table<S: Shape, N: Native>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize {
    let width_log = indexed::width_log(writer.final_size(mark.elements, pos) as u64);
    // On a 32-bit machine either may be more than it can count, which the reader could not either.
    let (number, room) = (indexed::head_number(count, width_log), count.checked_mul(1 << width_log));
    let (Some(number), Some(room)) = (number, room) else {
        writer.fail(ErrorKind::Overflow);
        return pos;
    };
    if writer.postpones(pos, mark.elements) {
        // SAFETY: the caller's promise.
        return unsafe { postpone_table::<S, N>(writer, pos, mark, (count, number, width_log)) };
    }
    let table = mark.head + varint::len(number);
    let pos = writer.resize(pos, (mark.head, mark.elements), table - mark.head + room);
    // SAFETY: the number and the table are before the elements.
    unsafe { varint::put(writer, mark.head, number) };
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

/// The same where the insertion is noted. The elements before the first one with insertions within are stepped over;
/// where those after it begin was noted.
///
/// # Safety
///
/// As for [`write_table`].
#[cold]
#[inline(never)]
unsafe fn postpone_table<S: Shape, N: Native>(
    writer: &mut Writer,
    pos: usize,
    mark: ItemsMark,
    (count, number, width_log): (usize, u64, u8),
) -> usize {
    let size = writer.final_size(mark.elements, pos);
    let start = writer.final_end(pos).wrapping_sub(size);
    let noted = writer.take_elements(mark.noted);
    let whole = if writer.has_insertions(mark.elements) { count - noted.len() - 1 } else { count };
    let mut ends = Vec::with_capacity(count);
    // SAFETY: the caller promises the elements, of which the first `whole` have no insertions within.
    unsafe {
        let first = Ptr::to(&writer.commit(pos)[mark.elements..]);
        let mut element = first;
        for _ in 0..whole {
            element = skip_whole::<S, N>(element);
            ends.push(element.since(first));
        }
    }
    ends.extend(noted.iter().map(|element| element.wrapping_sub(start)));
    if whole < count {
        ends.push(size);
    }
    let (len, width) = (varint::len(number), 1 << width_log);
    writer.replace_head(pos, (mark.head, mark.elements), len + count * width, |writer, at| {
        // SAFETY: there is room for the number and for the ends.
        unsafe {
            let table = varint::put(writer, at, number);
            let put = |at, end: &usize| writer.put_slice(at, &(*end as u64).to_le_bytes()[..width]);
            ends.iter().fold(table, put);
        }
    })
}
