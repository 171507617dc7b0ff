//! CBOR (RFC 8949) as a layout: implements the four capabilities, and calls the other files.

mod check;
mod floats;
mod item;
mod position;
mod state;
mod write;

use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::Range;

use packed_data_cbor::head::TEXT;
pub use position::{FieldState, ItemPosition, RemainingElements, SequenceHeader};
pub use state::{State, TrailingState};

use super::backpatch::{Backpatch, HeaderBackpatch};
use super::{CheckLayout, ItemLayout, Layout, LayoutId, Position, ReadLayout, Remaining, WriteLayout};
use crate::shape::{Field, Leaf, LeafKind, List, PartSizes, SequenceShape, Shape, SizeClass, Style, Variants};
use crate::wire::checker::{Checker, Failed};
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
    type Pos = ItemPosition;
    type FieldState = FieldState;
    type SequenceHeader = SequenceHeader;
    type RemainingElements = RemainingElements;

    const ELEMENTS_SIDE_BY_SIDE: bool = false;

    #[inline]
    unsafe fn scalar<S: Scalar>(pos: ItemPosition) -> (S, ItemPosition) {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { item::scalar::<S>(pos) }
    }

    #[inline]
    unsafe fn skip_scalar<S: Scalar>(pos: ItemPosition) -> ItemPosition {
        // SAFETY: the caller promises a valid scalar at `pos`, which is one item; `walk` always returns a position.
        unsafe { Self::walk(pos, 1).unwrap_unchecked() }
    }

    #[inline]
    unsafe fn leaf<'a, K: LeafKind>(pos: ItemPosition) -> (&'a [u8], ItemPosition) {
        // SAFETY: the caller promises a string, or an item of any kind.
        unsafe {
            match const { K::LEAF } {
                Leaf::Text => item::string(pos),
                Leaf::Item | Leaf::Unknown => item::any(pos),
            }
        }
    }

    #[inline]
    unsafe fn enter_struct<S: Shape>(pos: ItemPosition) -> (FieldState, ItemPosition) {
        // SAFETY: the caller promises a valid struct at `pos`.
        unsafe { item::enter_struct::<S>(pos) }
    }

    #[inline]
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: ItemPosition) -> (u32, FieldState, ItemPosition) {
        // SAFETY: the caller promises a valid enum at `pos`.
        unsafe { item::enter_enum::<S, V>(pos) }
    }

    #[inline]
    unsafe fn enter_array<S: Shape>(pos: ItemPosition, _: usize) -> (FieldState, ItemPosition) {
        // SAFETY: the caller promises a valid array at `pos`, which has the head of a sequence.
        unsafe {
            let (remaining, first) = RemainingElements::first(item::sequence_header::<S>(pos));
            (remaining.field_state(), first)
        }
    }

    unsafe fn end_by_head<S: Shape>(pos: ItemPosition) -> ItemPosition {
        // (Every value states its end; no shape has a head in addition.)
        pos
    }

    unsafe fn enter_sized(pos: ItemPosition) -> ItemPosition {
        pos
    }

    unsafe fn span_sized(_: ItemPosition) -> Option<(ItemPosition, ItemPosition)> {
        None
    }

    #[inline]
    unsafe fn sequence_header<S: Shape>(pos: ItemPosition) -> SequenceHeader {
        // SAFETY: the caller promises a valid sequence at `pos`.
        unsafe { item::sequence_header::<S>(pos) }
    }
}

impl<W: Dialect> CheckLayout for Cbor<W> {
    type State = State;
    type FieldCheck = FieldState;

    const CLOSES_VALUES: bool = true;

    #[inline]
    fn end_value(checker: &mut CborChecker<'_>, at: usize, outer: TrailingState) -> Result<usize, Failed> {
        let end = check::finish_trailing(checker, at)?;
        checker.state.trailing = outer;
        Ok(end)
    }

    #[inline]
    fn check_scalar<S: Scalar>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        check::scalar::<S>(checker, at)
    }

    #[inline]
    fn check_leaf<K: LeafKind>(checker: &mut CborChecker<'_>, at: usize) -> Result<usize, Failed> {
        match const { K::LEAF } {
            Leaf::Text => check::text(checker, at),
            Leaf::Item | Leaf::Unknown => check::unknown(checker, at),
        }
    }

    fn checked_end(_: &mut CborChecker<'_>, _: usize) -> Result<usize, Failed> {
        unreachable!("no value has a head of the library in CBOR")
    }

    fn check_whole<S: Shape>(_: &CborChecker<'_>, _: usize) -> Option<usize> {
        None
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

    unsafe fn set_scalar<S: Scalar>(_: ItemPosition, _: S) {
        unreachable!("no scalar has a static size in CBOR")
    }

    unsafe fn set_tag<V: Variants>(_: ItemPosition, _: u32) {
        unreachable!("no enum has a static size in CBOR")
    }

    #[inline]
    unsafe fn write_scalar<S: Scalar>(writer: &mut ValueWriter, pos: usize, value: S) -> usize {
        // SAFETY: the caller promises capacity for the scalar.
        unsafe { write::scalar::<S, W>(writer, pos, value) }
    }

    #[inline]
    unsafe fn write_leaf<K: LeafKind>(writer: &mut ValueWriter, pos: usize, bytes: &[u8]) -> usize {
        // SAFETY: the caller promises W1 for `pos`, and the bytes of a string or of an item.
        unsafe {
            match const { K::LEAF } {
                Leaf::Text => write::string(writer, pos, TEXT, bytes),
                Leaf::Item | Leaf::Unknown => write::raw(writer, pos, bytes),
            }
        }
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
    const ACCEPTS_UNSORTED: bool = Self::FORMAT.accepts_unsorted;

    #[inline]
    unsafe fn walk(pos: ItemPosition, items: u32) -> Option<ItemPosition> {
        // SAFETY: the caller promises `items` items; inside a byte string, each is one byte.
        unsafe {
            if pos.is_in_string() {
                return Some(pos.advance(items as usize));
            }
            Some(ItemPosition { at: item::skip(pos.at, items.into(), 0), ..pos })
        }
    }

    #[inline]
    unsafe fn pass_tag(pos: ItemPosition, tag: u64) -> ItemPosition {
        // SAFETY: the caller promises that the tag is stored before the item at `pos`.
        ItemPosition { at: unsafe { item::after_tag(pos.at, tag) }, ..pos }
    }

    #[inline]
    unsafe fn is_absent<T: Field, R: List>(state: FieldState, pos: ItemPosition) -> bool {
        // SAFETY: the caller promises that the fields before `pos` end there. So another field, or the break, follows.
        if state.is_indefinite { unsafe { item::is_break(pos.at) } } else { state.left == 0 }
    }

    #[inline]
    unsafe fn leave<E: List>(state: FieldState, pos: ItemPosition) -> ItemPosition {
        // SAFETY: the caller promises that the known fields end at `pos`. The items that are left, or the break,
        // follow.
        unsafe { item::leave(state, pos) }
    }

    #[inline]
    unsafe fn finish_trailing(pos: ItemPosition) -> ItemPosition {
        // SAFETY: the caller promises that `pos` is the end of a last field. Its trailing items follow it, since they
        // were checked.
        unsafe { item::finish_trailing(pos) }
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

    unsafe fn write_tag(writer: &mut ValueWriter, pos: usize, tag: u64) -> usize {
        // SAFETY: the caller promises W1 for `pos`.
        unsafe { write::tag(writer, pos, tag) }
    }
}
