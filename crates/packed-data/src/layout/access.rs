//! `Access` to bytes in a layout: read only, or `Edit` as well.

use core::fmt;

use super::{Layout, ReadLayout, sealed};
use crate::view::ScalarMut;
use crate::wire::scalar::Scalar;

/// What a cursor or view may do with the bytes: a [`Layout`] itself means reading in that layout, [`Edit<L>`] means
/// reading and overwriting in layout `L`: scalars, and enums without data.
///
/// ```
/// use packed_data::{Access, Cursor, Done, Packed};
///
/// // For reading and for editing: `L` may be a layout, or `Edit` of one.
/// fn length<'id, L: Access>(words: Cursor<'_, 'id, [String], L>) -> Done<'id, usize, L> {
///     let items = words.items();
///     let len = items.len();
///     items.done(len)
/// }
///
/// let mut packed = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
/// assert_eq!((packed.read(length), packed.edit(length)), (2, 2));
/// ```
pub trait Access: sealed::Accessible + 'static + Sized {
    /// The layout of the bytes.
    type Layout: Layout;
    /// The operations that are allowed on scalars.
    type Mode: Mode;
}

/// Reading, and overwriting what is [`Settable`](crate::view::Settable), in layout `L`: see
/// [`Packed::edit`](crate::Packed::edit).
///
/// ```
/// use packed_data::{Cursor, Done, Edit, Layout, Packed};
///
/// fn increment<'id, L: Layout>(n: Cursor<'_, 'id, u8, Edit<L>>) -> Done<'id, (), Edit<L>> {
///     n.update(|n| n + 1)
/// }
///
/// let mut packed = Packed::<u8>::pack(&41);
/// packed.edit(increment);
/// assert_eq!(packed.view(), 42);
/// ```
pub enum Edit<L> {
    #[doc(hidden)]
    Never(core::convert::Infallible, core::marker::PhantomData<L>),
}

impl<L: Layout> Access for L {
    type Layout = L;
    type Mode = Reading;
}

impl<L: Layout> Access for Edit<L> {
    type Layout = L;
    type Mode = Editing;
}

/// What a view returns for a scalar: its value, or a reference through which it can be overwritten.
pub trait Mode: sealed::Sealed {
    /// The type that a view returns for a scalar `S`.
    type Scalar<'a, S: Scalar, L: Layout>: fmt::Debug;

    /// Creates the result for the scalar at `pos`.
    ///
    /// # Safety
    ///
    /// A valid scalar is stored at `pos`, in bytes that live for `'a`. If this is [`Editing`], the caller has exclusive
    /// access to them.
    #[doc(hidden)]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L>;
}

/// Scalars can be read.
pub enum Reading {}

/// Scalars can be read and overwritten.
pub enum Editing {}

impl Mode for Reading {
    type Scalar<'a, S: Scalar, L: Layout> = S;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L> {
        // SAFETY: the caller promises a valid scalar at `pos`.
        unsafe { L::scalar::<S>(pos) }.0
    }
}

impl Mode for Editing {
    type Scalar<'a, S: Scalar, L: Layout> = ScalarMut<'a, S, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L> {
        // SAFETY: the caller promises a valid scalar at `pos`, and exclusive access to it.
        unsafe { ScalarMut::new(pos) }
    }
}

/// The type of positions in an access.
pub(crate) type Pos<L> = <<L as Access>::Layout as ReadLayout>::Pos;

/// The type of what is remembered between fields in an access.
pub(crate) type FieldState<L> = <<L as Access>::Layout as ReadLayout>::FieldState;

/// The elements of a sequence that are left, in an access.
pub(crate) type RemainingOf<L> = <<L as Access>::Layout as ReadLayout>::RemainingElements;
