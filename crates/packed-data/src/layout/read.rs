//! The capability to read: from a position in checked bytes to a value and the position after it.

use super::{Frame, Position, Remaining};
use crate::shape::{LeafKind, Shape, Variants};
use crate::wire::scalar::Scalar;

/// How a layout is read.
///
/// Every function relies on bytes that [`CheckLayout`](super::CheckLayout) accepts for the same shape. Functions that
/// return a position return the end of what they read, unless they say otherwise.
pub trait ReadLayout: Sized + 'static {
    /// A position in the bytes.
    type Pos: Position;
    /// What a reader remembers between the fields of a struct or constructor, or the elements of an array.
    type FieldState: Frame<Self::Pos>;
    /// The header of a sequence.
    type SequenceHeader: Copy + Send + Sync + 'static;
    /// The elements of a sequence that are left.
    type RemainingElements: Remaining<Self::Pos, Header = Self::SequenceHeader>;

    /// Whether the elements of a sequence are stored side by side up to its end.
    const ELEMENTS_SIDE_BY_SIDE: bool;

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

    /// Reads the bytes of a leaf of kind `K`. Those of a constructor that the reader does not know are the bytes after
    /// the size in its head, or the item.
    ///
    /// # Safety
    ///
    /// A valid leaf of that kind is stored at `pos`, in bytes that live for `'a`.
    unsafe fn leaf<'a, K: LeafKind>(pos: Self::Pos) -> (&'a [u8], Self::Pos);

    /// Enters a struct of shape `S`; returns its state, and the position of its first field.
    ///
    /// # Safety
    ///
    /// A valid struct of that shape is stored at `pos`.
    unsafe fn enter_struct<S: Shape>(pos: Self::Pos) -> (Self::FieldState, Self::Pos);

    /// Enters an enum of shape `S`; returns its tag, its state, and the position of its first field. (Where a caller
    /// does not use the tag, the compiler should be able to leave out the load, and those on which it depends.)
    ///
    /// # Safety
    ///
    /// A valid enum of that shape, with the constructors `V`, is stored at `pos`.
    unsafe fn enter_enum<S: Shape, V: Variants>(pos: Self::Pos) -> (u32, Self::FieldState, Self::Pos);

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

    /// Reads the header of a sequence of elements of shape `S`.
    ///
    /// # Safety
    ///
    /// A valid sequence of that shape is stored at `pos`.
    unsafe fn sequence_header<S: Shape>(pos: Self::Pos) -> Self::SequenceHeader;

    /// Returns the position of element `index` of a sequence of elements of shape `S` in constant time; `None` if only
    /// a walk finds it. It is the same answer for every index, and for every sequence. After the last element, this is
    /// a position at which nothing may be read.
    ///
    /// # Safety
    ///
    /// `header` was read from a valid sequence of that shape, and `index` is at most its length.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn computed<S: Shape>(_header: &Self::SequenceHeader, _index: usize) -> Option<Self::Pos> {
        None
    }
}
