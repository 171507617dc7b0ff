//! CBOR (RFC 8949) as a layout.

mod check;
mod item;
mod place;
mod write;

use core::convert::Infallible;
use core::marker::PhantomData;

pub use place::{Frame, Head, Place, Steps};

use super::format::{Format, ScalarRule, SequenceRule, Sizes, TagRule};
use super::native::{ItemsMark, SizeMark};
use super::{Layout, sealed};
use crate::build::{Expected, Writer};
use crate::raw::Ptr;
use crate::scalar::Scalar;
use crate::shape::{Elements, Form, Shape, Style, Variants};
use crate::validate::{Checker, Failed};

/// CBOR (RFC 8949), the open standard: data that programs in other languages read, and that outlives the version of
/// the type that wrote it.
///
/// A constructor is an array `[tag, fields...]`, a struct an array `[0, fields...]`, as the Haskell package `serialise`
/// has them; tuples and sequences are arrays, maps are maps, an `Option` is an array of one or none, sequences and
/// arrays of `u8` are byte strings, all else is itself. What is written is in the deterministic form of RFC 8949,
/// section 4.2; what is read may be in any: longer heads, wider floats, indefinite lengths, tags before items. Only
/// strings of indefinite length are refused, since they cannot be borrowed:
/// [`to_deterministic`](crate::cbor::to_deterministic) joins their chunks.
///
/// Fields and elements are walked to; scalars cannot be overwritten in place, since their sizes vary. A reader with
/// more fields than the writer takes those marked `#[packable(default)]` to have their default, one with fewer steps
/// over the rest, and a constructor that it does not know goes to the variant marked `#[packable(other)]`. The book's
/// page on this layout has every rule, with a table of values and bytes.
///
/// ```
/// use packed_data::{Cbor, Packable, Packed};
///
/// #[derive(Packable)]
/// enum Tree {
///     Leaf(i64),
///     Node(Box<Tree>, Box<Tree>),
/// }
///
/// let tree = Tree::Node(Box::new(Tree::Leaf(1)), Box::new(Tree::Leaf(-500)));
/// let packed = Packed::<Tree, Cbor>::pack(&tree);
/// assert_eq!(packed.as_bytes(), b"\x83\x01\x82\x00\x01\x82\x00\x39\x01\xF3");
/// assert_eq!(packed_data::cbor::to_diagnostic(packed.as_bytes())?, "[1, [0, 1], [0, -500]]");
/// # Ok::<(), packed_data::Error>(())
/// ```
///
/// The parameter is how it is written: [`Deterministic`], or as the Haskell package does
/// ([`haskell::Serialise`](crate::haskell::Serialise)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cbor<W = Deterministic> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<W>),
}

/// How CBOR is written: in the deterministic form of RFC 8949, section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deterministic {}

/// How CBOR is written: as the Haskell package `serialise` does.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsSerialise {}

/// What tells one way of writing CBOR from another.
pub(crate) trait Written: 'static {
    /// What the layout is called.
    const NAME: &'static str;
    /// Whether it is written as `serialise` does: lists of indefinite length, floats at their width, keys in the
    /// order of their values.
    const AS_SERIALISE: bool;
}

impl Written for Deterministic {
    const NAME: &'static str = "Cbor";
    const AS_SERIALISE: bool = false;
}

impl Written for AsSerialise {
    const NAME: &'static str = "haskell::Serialise";
    const AS_SERIALISE: bool = true;
}

/// Every item begins with a head.
const FORMAT: Format = Format {
    scalars: ScalarRule::Heads,
    sequences: SequenceRule::Heads,
    tags: TagRule::Heads,
    tags_structs: true,
    sizes: Sizes::None,
    has_heads: true,
    sorts_by_bytes: true,
};

impl<W: Written> sealed::Sealed for Cbor<W> {}

/// How the fields of a struct of shape `S` stand.
enum Fields {
    /// After a head of two items, by themselves.
    Bare,
    /// There are none: it is null.
    Null,
    /// In an array.
    InArray,
    /// In an array, after a tag.
    Tagged,
}

const fn fields_of<S: Shape>() -> Fields {
    match (S::STYLE, &S::FORM) {
        (Style::Entry, _) => Fields::Bare,
        (Style::Tuple, Form::Unit) => Fields::Null,
        (Style::Tuple | Style::Optional, _) => Fields::InArray,
        (Style::Constructors, _) => Fields::Tagged,
    }
}

// SAFETY: what is checked (`check`) is read (`item`) and written (`write`) by the same rules, those of `fields_of` and
// of RFC 8949; each of the three has the whole of them in one file.
unsafe impl<W: Written> Layout for Cbor<W> {
    type Pos = Place;
    type Frame = Frame;
    type Head = Head;
    type Steps = Steps;

    const NAME: &'static str = W::NAME;
    const FORMAT: &'static Format = &Format { sorts_by_bytes: !W::AS_SERIALISE, ..FORMAT };
    const ELEMENTS_SIDE_BY_SIDE: bool = false;

    #[inline]
    unsafe fn at(bytes: &[u8], offset: usize) -> Place {
        // SAFETY: the caller promises an offset within the bytes.
        Place::new(unsafe { Ptr::to(bytes).add(offset) })
    }

    #[inline]
    fn at_mut(bytes: &mut [u8]) -> Place {
        Place::new(Ptr::to_mut(bytes))
    }

    #[inline]
    unsafe fn between<'a>(start: Place, end: Place) -> &'a [u8] {
        // SAFETY: the caller promises one buffer that lives for `'a`, and the order.
        unsafe { start.at.bytes(end.at.since(start.at)) }
    }

    #[inline]
    unsafe fn value_bytes<'a>(start: Place, end: Place) -> &'a [u8] {
        // SAFETY: the caller promises a value; in a string it is a byte.
        unsafe {
            if start.is_in_string() {
                let [byte] = start.at.load::<[u8; 1]>();
                return item::encoded_byte(byte);
            }
            Self::between(start, end)
        }
    }

    #[inline]
    unsafe fn advance(pos: Place, size: usize) -> Place {
        // SAFETY: the caller promises so many bytes of a string.
        unsafe { pos.moved(size) }
    }

    #[inline]
    unsafe fn settle(pos: Place) -> Place {
        // SAFETY: the caller promises that what `pos` carries stands there.
        unsafe { item::settle(pos) }
    }

    #[inline]
    unsafe fn walk(pos: Place, items: u32) -> Option<Place> {
        // SAFETY: the caller promises so many items; in a string they are bytes.
        unsafe {
            if pos.is_in_string() {
                return Some(pos.moved(items as usize));
            }
            Some(Place { at: item::skip(pos.at, items.into(), 0), ..pos })
        }
    }

    #[inline]
    unsafe fn scalar<S: Scalar>(pos: Place) -> (S, Place) {
        // SAFETY: the caller promises a valid scalar.
        unsafe { item::scalar::<S>(pos) }
    }

    #[inline]
    unsafe fn skip_scalar<S: Scalar>(pos: Place) -> Place {
        // SAFETY: the caller promises a valid scalar, which is an item.
        unsafe { Self::walk(pos, 1).unwrap_unchecked() }
    }

    unsafe fn set_scalar<S: Scalar>(_: Place, _: S) {
        unreachable!("no scalar has a static size here")
    }

    #[inline]
    unsafe fn blob<'a>(pos: Place) -> (&'a [u8], Place) {
        // SAFETY: the caller promises a string.
        unsafe {
            let (head, start) = item::content(pos.at);
            let len = head.argument as usize;
            (start.bytes(len), Place { at: start.add(len), ..pos })
        }
    }

    #[inline]
    unsafe fn raw<'a>(pos: Place) -> (&'a [u8], Place) {
        // SAFETY: the caller promises an item.
        unsafe {
            let end = item::skip(pos.at, 1, 0);
            (pos.at.bytes(end.since(pos.at)), Place { at: end, ..pos })
        }
    }

    #[inline]
    unsafe fn enter_struct<S: Shape>(pos: Place) -> (Frame, Place) {
        // SAFETY: the caller promises a struct.
        unsafe { item::enter_struct::<S>(pos) }
    }

    #[inline]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Place) -> (u32, Frame, Place) {
        // SAFETY: the caller promises an enum.
        unsafe { item::enter_enum::<S, V>(pos) }
    }

    #[inline]
    unsafe fn enter_array<S: Shape>(pos: Place, _: usize) -> (Frame, Place) {
        // SAFETY: the caller promises an array, which is a sequence.
        unsafe {
            let (steps, first) = Self::first(item::head::<S>(pos));
            (steps.frame(), first)
        }
    }

    #[inline]
    fn passed(frame: Frame) -> Frame {
        frame.passed()
    }

    #[inline]
    unsafe fn is_absent(frame: Frame, pos: Place) -> bool {
        // SAFETY: the caller promises that fields, or a break, stand there.
        if frame.is_indefinite { unsafe { item::is_break(pos.at) } } else { frame.left == 0 }
    }

    #[inline]
    unsafe fn leave(frame: Frame, pos: Place) -> Place {
        // SAFETY: the caller promises that what is left of the value stands there.
        unsafe { item::leave(frame, pos) }
    }

    #[inline]
    unsafe fn last(frame: Frame, pos: Place) -> Place {
        pos.with_after(frame.after_last())
    }

    #[inline]
    unsafe fn pass_tag(pos: Place, tag: u64) -> Place {
        // SAFETY: the caller promises the tag.
        Place { at: unsafe { item::after_tag(pos.at, tag) }, ..pos }
    }

    unsafe fn enter_sized(pos: Place) -> Place {
        pos
    }

    unsafe fn span_sized(_: Place) -> Option<(Place, Place)> {
        None
    }

    #[inline]
    unsafe fn head<S: Shape>(pos: Place) -> Head {
        // SAFETY: the caller promises a sequence.
        unsafe { item::head::<S>(pos) }
    }

    #[inline]
    unsafe fn len<S: Shape>(head: &Head) -> usize {
        let (steps, pos) = Self::first(*head);
        // SAFETY: the caller promises a sequence, at whose beginning this is.
        unsafe { Self::remaining::<S>(&steps, pos) }
    }

    #[inline]
    fn first(head: Head) -> (Steps, Place) {
        head.first()
    }

    #[inline]
    unsafe fn next<S: Shape>(steps: &mut Steps, pos: Place) -> Option<Place> {
        // SAFETY: the caller promises an element, or the end.
        unsafe {
            if steps.is_indefinite {
                return (!item::is_break(pos.at)).then_some(pos);
            }
        }
        steps.left = steps.left.checked_sub(1)?;
        Some(pos)
    }

    #[inline]
    unsafe fn remaining<S: Shape>(steps: &Steps, pos: Place) -> usize {
        if !steps.is_indefinite {
            return steps.left as usize;
        }
        // SAFETY: the caller promises elements up to a break.
        unsafe { item::count(pos.at, const { S::STYLE.items() }) }
    }

    #[inline]
    fn stated(steps: &Steps) -> usize {
        if steps.is_indefinite { 0 } else { steps.left as usize }
    }

    #[inline]
    unsafe fn after(steps: Steps, pos: Place) -> Place {
        // SAFETY: the caller promises the end of the elements: a break, if it is not known beforehand.
        let at = if steps.is_indefinite { unsafe { pos.at.add(1) } } else { pos.at };
        Place::new(at).with_after(steps.after)
    }

    #[inline]
    unsafe fn jump_sequence<S: Shape>(_: Head) -> Option<Place> {
        None
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        check::scalar::<S>(checker, at)
    }

    #[inline]
    fn check_text(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        check::text(checker, at)
    }

    #[inline]
    fn check_struct<S: Shape>(checker: &mut Checker<'_>, at: usize) -> Result<(Frame, usize), Failed> {
        check::enter_struct::<S>(checker, at)
    }

    #[inline]
    fn check_enum<S: Shape, V: Variants>(checker: &mut Checker<'_>, at: usize) -> Result<(u32, Frame, usize), Failed> {
        check::enter_enum::<S, V>(checker, at)
    }

    #[inline]
    fn check_array<S: Shape>(checker: &mut Checker<'_>, at: usize, count: usize) -> Result<(Frame, usize), Failed> {
        check::enter_array::<S>(checker, at, count)
    }

    #[inline]
    fn check_count(checker: &mut Checker<'_>, frame: Frame, at: usize, fields: u32) -> Result<(), Failed> {
        check::count(checker, frame, at, fields)
    }

    fn check_tag(checker: &mut Checker<'_>, at: usize, tag: u64) -> Result<usize, Failed> {
        check::tag(checker, at, tag)
    }

    fn check_raw(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        check::unknown(checker, at)
    }

    #[inline]
    fn check_absent(checker: &Checker<'_>, frame: Frame, at: usize) -> bool {
        if frame.is_indefinite { check::is_break(checker, at) } else { frame.left == 0 }
    }

    #[inline]
    fn check_leave(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<usize, Failed> {
        check::leave(checker, frame, at)
    }

    #[inline]
    fn check_last(checker: &mut Checker<'_>, frame: Frame, at: usize) -> Result<usize, Failed> {
        check::last(checker, frame, at)
    }

    #[inline]
    fn check_settle(checker: &mut Checker<'_>, at: usize) -> Result<usize, Failed> {
        check::settle(checker, at)
    }

    fn check_size(_: &mut Checker<'_>, at: usize) -> Result<(usize, Option<u64>), Failed> {
        Ok((at, None))
    }

    fn check_sequence<Q: Elements>(
        checker: &mut Checker<'_>,
        at: usize,
        each: impl FnMut(&mut Checker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        check::sequence::<Q>(checker, at, each)
    }

    fn check_block<Q: Elements>(_: &mut Checker<'_>, _: usize, _: usize) -> Result<usize, Failed> {
        unreachable!("no element has a static size here")
    }

    #[inline]
    unsafe fn write_scalar<S: Scalar>(writer: &mut Writer, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { write::scalar::<S, W>(writer, pos, value) }
    }

    fn write_scalars<S: Scalar>(writer: &mut Writer, pos: usize, values: &[S]) -> usize {
        write::scalars::<S, W>(writer, pos, values)
    }

    #[inline]
    fn write_blob(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
        write::string(writer, pos, crate::cbor::head::TEXT, bytes)
    }

    fn write_tag(writer: &mut Writer, pos: usize, tag: u64) -> usize {
        write::tag(writer, pos, tag)
    }

    fn write_raw(writer: &mut Writer, pos: usize, bytes: &[u8]) -> usize {
        write::raw(writer, pos, bytes)
    }

    #[inline]
    unsafe fn write_struct<S: Shape>(writer: &mut Writer, pos: usize, fields: u32) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { write::begin_struct::<S>(writer, pos, fields) }
    }

    #[inline]
    unsafe fn write_enum<S: Shape, V: Variants>(writer: &mut Writer, pos: usize, tag: u32, fields: u32) -> usize {
        // SAFETY: the caller promises the room.
        unsafe { write::begin_enum::<S, V>(writer, pos, tag, fields) }
    }

    #[inline]
    fn write_array<S: Shape>(writer: &mut Writer, pos: usize, count: usize) -> usize {
        write::begin_array::<S>(writer, pos, count)
    }

    #[inline]
    fn end_array<S: Shape>(writer: &mut Writer) {
        writer.in_string = false;
    }

    fn begin_sized(_: &mut Writer, pos: usize) -> SizeMark {
        SizeMark::new(pos)
    }

    fn end_sized(_: &mut Writer, pos: usize, _: SizeMark) -> usize {
        pos
    }

    fn begin_last(_: &mut Writer, pos: usize) -> usize {
        pos
    }

    #[inline]
    fn begin_sequence<Q: Elements>(writer: &mut Writer, pos: usize, expected: Expected) -> ItemsMark {
        write::begin_sequence::<Q, W>(writer, pos, expected)
    }

    #[inline]
    fn begin_element<Q: Elements>(_: &mut Writer, pos: usize) -> usize {
        pos
    }

    #[inline]
    fn end_sequence<Q: Elements>(writer: &mut Writer, pos: usize, mark: ItemsMark, count: usize) -> usize {
        write::end_sequence::<Q, W>(writer, pos, mark, count)
    }
}
