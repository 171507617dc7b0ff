//! CBOR (RFC 8949) as a layout: implements the four capabilities, and calls the other files.

mod check;
mod constructor;
mod floats;
mod item;
mod position;
mod state;
mod write;

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::Range;

pub(crate) use constructor::constructor;
use packed_data_cbor::head::TEXT;
pub use position::{FieldState, Position, RemainingElements, SequenceHeader};
pub use state::{State, TrailingState};

use super::backpatch::{Backpatch, HeaderBackpatch};
use super::{CheckLayout, ItemLayout, Layout, LayoutId, ReadLayout, WriteLayout};
use crate::shape::{Field, FieldPos, List, PartSizes, SequenceShape, Shape, SizeClass, Style, Variants};
use crate::wire::checker::{Checker, Failed};
use crate::wire::pointer::Ptr;
use crate::wire::scalar::Scalar;
use crate::wire::value_writer::{Expected, ValueWriter};

/// CBOR (RFC 8949), an open standard: data that programs in other languages can read, and that newer versions of the
/// type can read.
///
/// A constructor is an array `[tag, fields...]`, and a struct an array `[0, fields...]`, as in the Haskell package
/// `serialise`. Tuples and sequences are arrays, maps are maps, an `Option` is an array of no or one item, and
/// sequences and arrays of `u8` are byte strings. Every other value is the CBOR item of its kind. The layout writes the
/// deterministic form of RFC 8949, section 4.2. It reads every form: longer heads, wider floats, indefinite lengths,
/// tags before items. Only strings of indefinite length are rejected, because they cannot be borrowed;
/// [`to_deterministic`](crate::cbor::to_deterministic) joins their chunks.
///
/// Fields and elements are found by a walk. Scalars cannot be overwritten in place, since their sizes vary. If the type
/// of the reader has more fields than that of the writer, the additional fields, which must be marked
/// `#[packable(default)]`, have their default. If it has fewer, the additional fields in the bytes are skipped. A
/// constructor that the reader does not know is read as the variant marked `#[packable(other)]`. The book's page on
/// this layout has every rule, with a table of values and bytes.
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
/// The parameter selects how values are written: [`Deterministic`], or as the Haskell package `serialise` does
/// ([`haskell::Serialise`](crate::layout::haskell::Serialise)).
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Cbor<W = Deterministic> {
    #[doc(hidden)]
    Never(Infallible, PhantomData<W>),
}

/// Writes CBOR in the deterministic form of RFC 8949, section 4.2.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum Deterministic {}

/// Writes CBOR like the Haskell package `serialise`.
#[cfg(feature = "haskell")]
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum AsSerialise {}

/// The rules by which a layout writes CBOR.
pub(crate) trait Dialect: 'static {
    /// The layout.
    const ID: LayoutId;
    /// Whether to write like `serialise`: lists with indefinite length, floats at their full width, keys in the order
    /// of their values.
    const AS_SERIALISE: bool = matches!(Self::ID, LayoutId::Serialise);
}

impl Dialect for Deterministic {
    const ID: LayoutId = LayoutId::Cbor;
}

#[cfg(feature = "haskell")]
impl Dialect for AsSerialise {
    const ID: LayoutId = LayoutId::Serialise;
}

/// The checker of CBOR.
type CborChecker<'b> = Checker<'b, State>;

/// How the fields of a struct of shape `S` are encoded.
pub(super) enum StructEncoding {
    /// As two items without a head: the key and the value of a map entry.
    Bare,
    /// As null: there are no fields.
    Null,
    /// As the items of an array.
    InArray,
    /// As the items of an array, after the number of the constructor.
    Tagged,
}

const fn struct_encoding<S: Shape>() -> StructEncoding {
    encoding_of_struct(S::STYLE, &S::SIZE_CLASS)
}

/// Returns how the fields of a struct of this style and size class are encoded.
pub(super) const fn encoding_of_struct(style: Style, class: &SizeClass) -> StructEncoding {
    match (style, class) {
        (Style::Entry, _) => StructEncoding::Bare,
        (Style::Tuple, SizeClass::Unit) => StructEncoding::Null,
        (Style::Tuple | Style::Optional, _) => StructEncoding::InArray,
        (Style::Constructors, _) => StructEncoding::Tagged,
    }
}

// SAFETY: values are checked (`check`), read (`item`) and written (`write`) by the same rules, those of
// `struct_encoding` and of RFC 8949. Each of these three files has the rules for all values.
unsafe impl<W: Dialect> Layout for Cbor<W> {
    const ID: LayoutId = W::ID;
}

impl<W: Dialect> ReadLayout for Cbor<W> {
    type Pos = Position;
    type FieldState = FieldState;
    type SequenceHeader = SequenceHeader;
    type RemainingElements = RemainingElements;

    const ELEMENTS_SIDE_BY_SIDE: bool = false;

    #[inline]
    unsafe fn at(bytes: &[u8], offset: usize) -> Position {
        // SAFETY: the caller promises an offset within the bytes, so R1 holds.
        Position::new(unsafe { Ptr::to(bytes).add(offset) })
    }

    #[inline]
    fn at_mut(bytes: &mut [u8]) -> Position {
        Position::new(Ptr::to_mut(bytes))
    }

    #[cfg(feature = "rayon-1")]
    fn address(pos: Position) -> usize {
        pos.at.address()
    }

    #[inline]
    unsafe fn between<'a>(start: Position, end: Position) -> &'a [u8] {
        // SAFETY: the caller promises a valid value from `start` to `end`, in a buffer that lives for `'a`.
        unsafe { start.at.bytes(end.at.since(start.at)) }
    }

    #[inline]
    unsafe fn value_bytes<'a>(start: Position, end: Position) -> &'a [u8] {
        // SAFETY: the caller promises a valid value from `start` to `end`; inside a byte string, it is one byte.
        unsafe {
            if start.is_in_string() {
                let [byte] = start.at.load::<[u8; 1]>();
                return item::encoded_byte(byte);
            }
            Self::between(start, end)
        }
    }

    fn is_in_string(pos: Position) -> bool {
        pos.is_in_string()
    }

    #[inline]
    unsafe fn advance(pos: Position, size: usize) -> Position {
        // SAFETY: the caller promises a value of that size.
        unsafe { pos.moved(size) }
    }

    #[inline]
    unsafe fn scalar<S: Scalar>(pos: Position) -> (S, Position) {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { item::scalar::<S>(pos) }
    }

    #[inline]
    unsafe fn skip_scalar<S: Scalar>(pos: Position) -> Position {
        // SAFETY: the caller promises a valid scalar at `pos`, which is one item; `walk` always returns a position.
        unsafe { Self::walk(pos, 1).unwrap_unchecked() }
    }

    #[inline]
    unsafe fn blob<'a>(pos: Position) -> (&'a [u8], Position) {
        // SAFETY: the caller promises a valid string at `pos`: a head with its length, then its bytes.
        unsafe {
            let (head, start) = item::content(pos.at);
            let len = head.argument as usize;
            (start.bytes(len), Position { at: start.add(len), ..pos })
        }
    }

    #[inline]
    unsafe fn raw<'a>(pos: Position) -> (&'a [u8], Position) {
        // SAFETY: the caller promises a valid item at `pos`.
        unsafe {
            let end = item::skip(pos.at, 1, 0);
            (pos.at.bytes(end.since(pos.at)), Position { at: end, ..pos })
        }
    }

    #[inline]
    unsafe fn enter_struct<S: Shape>(pos: Position) -> (FieldState, Position) {
        // SAFETY: the caller promises a valid struct at `pos`.
        unsafe { item::enter_struct::<S>(pos) }
    }

    #[inline]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Position) -> (u32, FieldState, Position) {
        // SAFETY: the caller promises a valid enum at `pos`.
        unsafe { item::enter_enum::<S, V>(pos) }
    }

    #[inline]
    unsafe fn begin_fields<F: List>(fields: FieldPos<Self>) -> FieldPos<Self> {
        fields
    }

    fn fixed(_: FieldState) -> Position {
        unreachable!("CBOR has no static part")
    }

    fn move_fixed(_: FieldState, _: Position) -> FieldState {
        unreachable!("CBOR has no static part")
    }

    #[inline]
    unsafe fn enter_array<S: Shape>(pos: Position, _: usize) -> (FieldState, Position) {
        // SAFETY: the caller promises a valid array at `pos`, which has the head of a sequence.
        unsafe {
            let (remaining, first) = Self::first(item::sequence_header::<S>(pos));
            (remaining.field_state(), first)
        }
    }

    unsafe fn end_by_head<S: Shape>(pos: Position) -> Position {
        // (Every value states its end; no shape has a head in addition.)
        pos
    }

    unsafe fn unknown<'a>(pos: Position) -> (&'a [u8], Position) {
        // SAFETY: the caller promises an item at `pos`.
        unsafe { Self::raw(pos) }
    }

    unsafe fn enter_sized(pos: Position) -> Position {
        pos
    }

    unsafe fn span_sized(_: Position) -> Option<(Position, Position)> {
        None
    }

    #[inline]
    unsafe fn sequence_header<S: Shape>(pos: Position) -> SequenceHeader {
        // SAFETY: the caller promises a valid sequence at `pos`.
        unsafe { item::sequence_header::<S>(pos) }
    }

    #[inline]
    unsafe fn len<S: Shape>(header: &SequenceHeader) -> usize {
        let (remaining, pos) = Self::first(*header);
        // SAFETY: the caller promises the head of a valid sequence; `remaining` and `pos` are those of its first
        // element.
        unsafe { Self::count_remaining::<S>(&remaining, pos) }
    }

    #[inline]
    fn first(header: SequenceHeader) -> (RemainingElements, Position) {
        header.first()
    }

    #[inline]
    unsafe fn next<S: Shape>(remaining: &mut RemainingElements, pos: Position) -> Option<Position> {
        // SAFETY: the caller promises that an element, or the end of the sequence, is stored at `pos`.
        unsafe {
            if remaining.is_indefinite {
                return (!item::is_break(pos.at)).then_some(pos);
            }
        }
        remaining.left = remaining.left.checked_sub(1)?;
        Some(pos)
    }

    #[inline]
    unsafe fn count_remaining<S: Shape>(remaining: &RemainingElements, pos: Position) -> usize {
        if !remaining.is_indefinite {
            return remaining.left as usize;
        }
        // SAFETY: the caller promises that the elements from `pos` on are valid, up to a break.
        unsafe { item::count(pos.at, const { S::STYLE.items() }) }
    }

    #[inline]
    fn stated(remaining: &RemainingElements) -> usize {
        if remaining.is_indefinite { 0 } else { remaining.left as usize }
    }

    #[inline]
    unsafe fn after(remaining: RemainingElements, pos: Position) -> Position {
        // SAFETY: the caller promises that the elements end at `pos`. If the length is indefinite, a break is stored
        // there.
        let at = if remaining.is_indefinite { unsafe { pos.at.add(1) } } else { pos.at };
        Position::new(at).with_after(remaining.after)
    }
}

impl<W: Dialect> CheckLayout for Cbor<W> {
    type State = State;
    type FieldCheck = FieldState;
    type Enclosing = TrailingState;

    const CLOSES_VALUES: bool = true;

    #[inline]
    fn begin_value(checker: &mut CborChecker<'_>) -> TrailingState {
        checker.state.begin_value()
    }

    #[inline]
    fn end_value(checker: &mut CborChecker<'_>, at: usize, outer: TrailingState) -> Result<usize, Failed> {
        let end = check::finish_trailing(checker, at)?;
        checker.state.end_value(outer);
        Ok(end)
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        check::scalar::<S>(checker, at)
    }

    #[inline]
    fn check_text(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        check::text(checker, at)
    }

    fn check_raw(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        check::unknown(checker, at)
    }

    fn checked_end(_: &mut CborChecker<'_>, _: usize) -> Result<usize, Failed> {
        unreachable!("no value has a head of the library in CBOR")
    }

    fn check_whole<S: Shape>(_: &CborChecker<'_>, _: usize) -> Option<usize> {
        None
    }

    fn check_unknown(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        check::unknown(checker, at)
    }

    fn varying_offset(_: FieldState, _: usize) -> usize {
        unreachable!("CBOR has no static part")
    }

    fn check_fixed(_: &mut CborChecker<'_>, _: FieldState, _: usize) -> Result<(), Failed> {
        unreachable!("CBOR has no static part")
    }

    #[inline]
    fn check_struct<S: Shape>(checker: &mut CborChecker<'_>, at: usize) -> Result<(FieldState, usize), Failed> {
        check::enter_struct::<S>(checker, at)
    }

    #[inline]
    fn check_enum<S: Shape, V: Variants>(
        checker: &mut CborChecker<'_>,
        at: usize,
    ) -> Result<(u32, FieldState, usize), Failed> {
        check::enter_enum::<S, V>(checker, at)
    }

    #[inline]
    fn check_array<S: Shape>(
        checker: &mut CborChecker<'_>,
        at: usize,
        count: usize,
    ) -> Result<(FieldState, usize), Failed> {
        check::enter_array::<S>(checker, at, count)
    }

    fn fixed_offset(_: FieldState) -> usize {
        unreachable!("CBOR has no static part")
    }

    fn move_fixed_offset(_: FieldState, _: usize) -> FieldState {
        unreachable!("CBOR has no static part")
    }

    fn check_size(_: &mut CborChecker<'_>, _: usize) -> Result<(usize, u64), Failed> {
        unreachable!("no field has its size before it in CBOR")
    }

    fn check_last_size(_: &mut CborChecker<'_>, _: usize) -> Result<usize, Failed> {
        unreachable!("no field has its size before it in CBOR")
    }

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn check_run<S: Shape>(checker: &mut CborChecker<'_>, at: usize, count: usize) -> (usize, usize) {
        check::run::<S>(checker, at, count)
    }

    fn check_sequence<Q: SequenceShape, const IN_RUNS: bool>(
        checker: &mut CborChecker<'_>,
        at: usize,
        each: impl FnMut(&mut CborChecker<'_>, usize, usize) -> Result<usize, Failed>,
    ) -> Result<usize, Failed> {
        check::sequence::<Q, IN_RUNS>(checker, at, each)
    }

    fn check_block<Q: SequenceShape>(_: &mut CborChecker<'_>, _: usize, _: usize) -> Result<Range<usize>, Failed> {
        unreachable!("no element has a static size in CBOR")
    }
}

impl<W: Dialect> WriteLayout for Cbor<W> {
    type TableBackpatch = ();

    unsafe fn set_scalar<S: Scalar>(_: Position, _: S) {
        unreachable!("no scalar has a static size in CBOR")
    }

    unsafe fn set_tag<V: Variants>(_: Position, _: u32) {
        unreachable!("no enum has a static size in CBOR")
    }

    #[inline]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises capacity for the scalar.
        unsafe { write::scalar::<S, W>(writer, pos, value) }
    }

    unsafe fn write_scalars<S: Scalar>(writer: &mut ValueWriter, pos: usize, values: &[S]) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::scalars::<S, W>(writer, pos, values) }
    }

    #[inline]
    unsafe fn write_blob(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::string(writer, pos, TEXT, bytes) }
    }

    unsafe fn write_raw(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and a well-formed item.
        unsafe { write::raw(writer, pos, bytes) }
    }

    #[inline]
    unsafe fn write_struct<S: Shape>(writer: &mut ValueWriter, pos: usize, fields: u32, _: PartSizes) -> usize {
        // SAFETY: the caller promises capacity for the beginning of a struct, as its format defines it.
        unsafe { write::begin_struct::<S>(writer, pos, fields) }
    }

    #[inline]
    unsafe fn write_enum<S: Shape, V: Variants>(
        writer: &mut ValueWriter,
        pos: usize,
        tag: u32,
        fields: u32,
        _: PartSizes,
    ) -> usize {
        // SAFETY: the caller promises capacity for the beginning of an enum, as its format defines it.
        unsafe { write::begin_enum::<S, V>(writer, pos, tag, fields) }
    }

    unsafe fn write_unknown(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and that the bytes are those of an item.
        unsafe { write::raw(writer, pos, bytes) }
    }

    unsafe fn end_extensible(_: &mut ValueWriter, pos: usize, _: usize) -> usize {
        pos
    }

    #[inline]
    unsafe fn write_array<S: Shape>(writer: &mut ValueWriter, pos: usize, count: usize) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::begin_array::<S>(writer, pos, count) }
    }

    unsafe fn begin_sized(_: &mut ValueWriter, pos: usize) -> Backpatch {
        Backpatch::new(pos)
    }

    unsafe fn end_sized(_: &mut ValueWriter, pos: usize, _: Backpatch) -> usize {
        pos
    }

    unsafe fn begin_last(_: &mut ValueWriter, pos: usize) -> usize {
        pos
    }

    #[inline]
    unsafe fn begin_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        expected: Expected,
    ) -> HeaderBackpatch<()> {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::begin_sequence::<Q, W>(writer, pos, expected) }
    }

    #[inline]
    unsafe fn begin_element<Q: SequenceShape>(_: &mut ValueWriter, pos: usize) -> usize {
        pos
    }

    #[inline]
    unsafe fn end_sequence<Q: SequenceShape>(
        writer: &mut ValueWriter,
        pos: usize,
        backpatch: HeaderBackpatch<()>,
        count: usize,
    ) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and the elements.
        unsafe { write::end_sequence::<Q, W>(writer, pos, backpatch, count) }
    }
}

impl<W: Dialect> ItemLayout for Cbor<W> {
    const COUNTS_ITEMS: bool = true;
    const HAS_TAGS: bool = true;
    const ACCEPTS_UNSORTED: bool = true;

    #[inline]
    unsafe fn walk(pos: Position, items: u32) -> Option<Position> {
        // SAFETY: the caller promises `items` items; inside a byte string, each is one byte.
        unsafe {
            if pos.is_in_string() {
                return Some(pos.moved(items as usize));
            }
            Some(Position { at: item::skip(pos.at, items.into(), 0), ..pos })
        }
    }

    #[inline]
    unsafe fn pass_tag(pos: Position, tag: u64) -> Position {
        // SAFETY: the caller promises that the tag is stored before the item at `pos`.
        Position { at: unsafe { item::after_tag(pos.at, tag) }, ..pos }
    }

    #[inline]
    fn next_field(state: FieldState) -> FieldState {
        state.next_field()
    }

    #[inline]
    unsafe fn is_absent<T: Field, R: List>(state: FieldState, pos: Position) -> bool {
        // SAFETY: the caller promises that the fields before `pos` end there. So another field, or the break, follows.
        if state.is_indefinite { unsafe { item::is_break(pos.at) } } else { state.left == 0 }
    }

    #[inline]
    unsafe fn leave<E: List>(state: FieldState, pos: Position) -> Position {
        // SAFETY: the caller promises that the known fields end at `pos`. The items that are left, or the break,
        // follow.
        unsafe { item::leave(state, pos) }
    }

    #[inline]
    unsafe fn last(state: FieldState, pos: Position) -> Position {
        pos.with_after(state.after_last())
    }

    #[inline]
    unsafe fn finish_trailing(pos: Position) -> Position {
        // SAFETY: the caller promises that `pos` is the end of a last field. Its trailing items follow it, since they
        // were checked.
        unsafe { item::finish_trailing(pos) }
    }

    #[inline]
    fn check_next(fields: FieldState) -> FieldState {
        fields.next_field()
    }

    fn check_tag(checker: &mut CborChecker<'_>, at: usize, tag: u64) -> Result<usize, Failed> {
        check::tag(checker, at, tag)
    }

    #[inline]
    fn check_count(checker: &mut CborChecker<'_>, state: FieldState, at: usize, fields: u32) -> Result<(), Failed> {
        check::count(checker, state, at, fields)
    }

    #[inline]
    fn check_absent<T: Field, R: List>(
        checker: &mut CborChecker<'_>,
        state: FieldState,
        at: usize,
        _: u32,
    ) -> Result<Option<FieldState>, Failed> {
        Ok(check::is_absent(checker, state, at).then_some(state))
    }

    #[inline]
    fn check_leave(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<usize, Failed> {
        check::leave(checker, state, at)
    }

    #[inline]
    fn check_leave_array(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<usize, Failed> {
        check::leave_array(checker, state, at)
    }

    #[inline]
    fn check_last(checker: &mut CborChecker<'_>, state: FieldState, at: usize) -> Result<(), Failed> {
        check::last(checker, state, at)
    }

    fn replace_shortest(checker: &mut CborChecker<'_>, is_shortest: bool) -> bool {
        core::mem::replace(&mut checker.state.is_shortest, is_shortest)
    }

    unsafe fn write_tag(writer: &mut ValueWriter, pos: usize, tag: u64) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::tag(writer, pos, tag) }
    }

    #[inline]
    fn end_array(writer: &mut ValueWriter) {
        writer.in_string = false;
    }
}
