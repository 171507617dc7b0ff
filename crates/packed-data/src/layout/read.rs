//! The capability to read: from a position in checked bytes to a value and the position after it.

use crate::shape::{FieldPos, List, Shape, Variants};
use crate::wire::scalar::Scalar;

/// How a layout is read.
///
/// Every function relies on bytes that [`CheckLayout`](super::CheckLayout) accepts for the same shape. Functions that
/// return a position return the end of what they read, unless they say otherwise.
pub trait ReadLayout: Sized + 'static {
    /// A position in the bytes.
    type Pos: Copy + Send + Sync + 'static;
    /// What a reader remembers between the fields of a struct or constructor, or the elements of an array.
    type FieldState: Copy + Send + Sync + 'static;
    /// The header of a sequence.
    type SequenceHeader: Copy + Send + Sync + 'static;
    /// The elements of a sequence that are left.
    type RemainingElements: Copy + Send + Sync + 'static;

    /// Whether the elements of a sequence are stored side by side up to its end.
    const ELEMENTS_SIDE_BY_SIDE: bool;

    /// Returns the position `offset` bytes into `bytes`.
    ///
    /// # Safety
    ///
    /// `offset` is at most the length.
    unsafe fn at(bytes: &[u8], offset: usize) -> Self::Pos;

    /// Returns the position at the beginning of bytes that may be overwritten.
    fn at_mut(bytes: &mut [u8]) -> Self::Pos;

    /// Returns the address of a position, as a number: by it a value is found again.
    #[cfg(feature = "rayon-1")]
    fn address(pos: Self::Pos) -> usize;

    /// Returns the bytes of a value from its position to its end.
    ///
    /// # Safety
    ///
    /// A valid value is stored from `start` to `end`, in a buffer that lives for `'a`.
    unsafe fn between<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8];

    /// Returns the bytes of a value by itself, from its position to its end.
    ///
    /// # Safety
    ///
    /// As for [`between`](Self::between).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn value_bytes<'a>(start: Self::Pos, end: Self::Pos) -> &'a [u8] {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { Self::between(start, end) }
    }

    /// Returns whether the value at a position is a byte of a byte string, without a head of its own.
    fn is_in_string(_: Self::Pos) -> bool {
        false
    }

    /// Returns the position `size` bytes further on, after a value of that size.
    ///
    /// # Safety
    ///
    /// A valid value of that size is stored at `pos`, not counting the items after it that belong to the value of which
    /// it is a last field.
    unsafe fn advance(pos: Self::Pos, size: usize) -> Self::Pos;

    /// Reads a scalar.
    ///
    /// # Safety
    ///
    /// A valid `S` is stored at `pos`.
    unsafe fn scalar<S: Scalar>(pos: Self::Pos) -> (S, Self::Pos);

    /// Skips a scalar whose size is not static.
    ///
    /// # Safety
    ///
    /// A valid `S` is stored at `pos`.
    unsafe fn skip_scalar<S: Scalar>(pos: Self::Pos) -> Self::Pos;

    /// Reads the bytes of a string.
    ///
    /// # Safety
    ///
    /// A valid string is stored at `pos`, in bytes that live for `'a`.
    unsafe fn blob<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Reads the bytes of a CBOR item of any kind.
    ///
    /// # Safety
    ///
    /// A valid item is stored at `pos`, in bytes that live for `'a`.
    #[cfg(feature = "cbor")]
    unsafe fn raw<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Enters a struct of shape `S`; returns its state, and the position of its first field.
    ///
    /// # Safety
    ///
    /// A valid struct of that shape is stored at `pos`.
    unsafe fn enter_struct<S: Shape>(pos: Self::Pos) -> (Self::FieldState, Self::Pos);

    /// Enters an enum of shape `S`; returns its tag, its state, and the position of its first field.
    ///
    /// # Safety
    ///
    /// A valid enum of that shape, with the constructors `V`, is stored at `pos`.
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Self::Pos) -> (u32, Self::FieldState, Self::Pos);

    /// Begins the fields `F` of a struct or constructor that was entered: returns from where each of them is found.
    ///
    /// # Safety
    ///
    /// Valid fields `F` are stored at `fields`, as [`enter_struct`](Self::enter_struct) or
    /// [`enter_enum`](Self::enter_enum) returned it.
    unsafe fn begin_fields<F: List>(fields: FieldPos<Self>) -> FieldPos<Self>;

    /// Returns the position of the next field of the static part, in a layout that has one
    /// ([`Format::static_first`](super::Format)).
    fn fixed(state: Self::FieldState) -> Self::Pos;

    /// Returns the state in which the next field of the static part is at `next`.
    fn move_fixed(state: Self::FieldState, next: Self::Pos) -> Self::FieldState;

    /// Does the same as [`enter_enum`](Self::enter_enum), for a caller that may not use the result. Then the compiler
    /// can leave out the load of the tag, and those on which it depends.
    ///
    /// # Safety
    ///
    /// As for [`enter_enum`](Self::enter_enum).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn peek_enum<S: Shape, V: Variants>(pos: Self::Pos) -> (u32, Self::FieldState, Self::Pos) {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { Self::enter_enum::<S, V>(pos) }
    }

    /// Enters an array of `count` elements of shape `S`; returns its state, and the position of its first element.
    ///
    /// # Safety
    ///
    /// A valid array of that shape is stored at `pos`.
    unsafe fn enter_array<S: Shape>(pos: Self::Pos, count: usize) -> (Self::FieldState, Self::Pos);

    /// Returns the end of an extensible value, which its head states.
    ///
    /// # Safety
    ///
    /// A valid value of shape `S`, which has a head ([`Sizes::HAS_HEAD`](crate::shape::Sizes)), is stored at `pos`.
    unsafe fn end_by_head<S: Shape>(pos: Self::Pos) -> Self::Pos;

    /// Reads the bytes of a value of a constructor that the reader does not know: those after the size in its head, or
    /// the item.
    ///
    /// # Safety
    ///
    /// A valid value of such a constructor is stored at `pos`, in bytes that live for `'a`.
    unsafe fn unknown<'a>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Returns the position of the value of a field that has its size before it.
    ///
    /// # Safety
    ///
    /// A valid field is stored at `pos`, with its size before it.
    unsafe fn enter_sized(pos: Self::Pos) -> Self::Pos;

    /// Returns the position of the value of such a field, and its end if the layout states it: both from one number.
    ///
    /// # Safety
    ///
    /// A valid field is stored at `pos`, with its size before it.
    unsafe fn span_sized(pos: Self::Pos) -> Option<(Self::Pos, Self::Pos)>;

    /// Returns the position of element `index` of a sequence of elements of shape `S` in constant time; `None` if only
    /// a walk finds it. It is the same answer for every index, and for every sequence. After the last element, this is
    /// a position at which nothing may be read.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of that shape, and `index` is at most its length.
    #[cfg(feature = "rayon-1")]
    unsafe fn computed<S: Shape>(_header: &Self::SequenceHeader, _index: usize) -> Option<Self::Pos> {
        None
    }

    /// Reads the header of a sequence of elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid sequence of that shape is stored at `pos`.
    unsafe fn sequence_header<S: Shape>(pos: Self::Pos) -> Self::SequenceHeader;

    /// Returns the number of elements of a sequence; counts them if the header does not state it.
    ///
    /// # Safety
    ///
    /// `header` is the header of a valid sequence of elements of shape `S`.
    unsafe fn len<S: Shape>(header: &Self::SequenceHeader) -> usize;

    /// Returns the elements that are left at first, and the position of the first.
    fn first(header: Self::SequenceHeader) -> (Self::RemainingElements, Self::Pos);

    /// Returns the position of the next element, which then counts as read; `None` if none is left.
    ///
    /// # Safety
    ///
    /// `remaining` are the elements that are left of a valid sequence of elements of shape `S`. The next one, or the
    /// end of the elements, is stored at `pos`.
    unsafe fn next<S: Shape>(remaining: &mut Self::RemainingElements, pos: Self::Pos) -> Option<Self::Pos>;

    /// Returns the number of elements that are left; counts them if the sequence does not state it.
    ///
    /// # Safety
    ///
    /// As for [`next`](Self::next).
    unsafe fn count_remaining<S: Shape>(remaining: &Self::RemainingElements, pos: Self::Pos) -> usize;

    /// Returns the number of elements that are left, if the sequence states it; otherwise 0.
    fn stated(remaining: &Self::RemainingElements) -> usize;

    /// Returns the end of a sequence, given the end of its last element.
    ///
    /// # Safety
    ///
    /// No element is left in `remaining`, and the last one ends at `pos`.
    unsafe fn after(remaining: Self::RemainingElements, pos: Self::Pos) -> Self::Pos;

    /// Returns the end of the element that was read last, if it is known without a walk over the element.
    ///
    /// # Safety
    ///
    /// `remaining` are the elements that are left of a valid sequence of elements of shape `S`, of which
    /// [`next`](Self::next) has returned at least one.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn element_end<S: Shape>(_remaining: &Self::RemainingElements) -> Option<Self::Pos> {
        None
    }

    /// Returns the end of the sequence, if it is known without a walk over the elements that are left.
    ///
    /// # Safety
    ///
    /// As for [`next`](Self::next).
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn jump_remaining<S: Shape>(_remaining: &Self::RemainingElements, _pos: Self::Pos) -> Option<Self::Pos> {
        None
    }
}
