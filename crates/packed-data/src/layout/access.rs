//! How bytes in a layout are accessed: read, or read and edited.

use super::{Layout, sealed};
use crate::view::ScalarMut;
use crate::wire::scalar::Scalar;

/// How a cursor or view may use the bytes: a [`Layout`] stands for reading in that layout, [`Edit<L>`]
/// for reading and overwriting scalars in layout `L`.
///
/// ```
/// use packed_data::{Access, Cursor, Done, Packed};
///
/// // Reads and edits alike: `L` may be a layout, or `Edit` of one.
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
    /// What may be done with scalars.
    type Mode: Mode;
}

/// Reading, and overwriting scalars, in layout `L`: see [`Packed::edit`](crate::Packed::edit).
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

/// What a view gives for a scalar: its value, or the place where it stands.
pub trait Mode: sealed::Sealed {
    /// What stands for a scalar `S` in a view.
    type Scalar<'a, S: Scalar, L: Layout>;

    /// Makes it.
    ///
    /// # Safety
    ///
    /// A valid scalar stands at `pos`, in bytes that live for `'a` and, if this is [`Editing`], are
    /// exclusively the caller's.
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
        // SAFETY: the caller promises a valid scalar.
        unsafe { L::scalar::<S>(pos) }.0
    }
}

impl Mode for Editing {
    type Scalar<'a, S: Scalar, L: Layout> = ScalarMut<'a, S, L>;

    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn scalar<'a, S: Scalar, L: Layout>(pos: L::Pos) -> Self::Scalar<'a, S, L> {
        // SAFETY: the caller promises a valid scalar and exclusive access to it.
        unsafe { ScalarMut::new(pos) }
    }
}

/// The position type of an access.
pub(crate) type Pos<L> = <<L as Access>::Layout as Layout>::Pos;

/// What is remembered between fields in an access.
pub(crate) type FieldState<L> = <<L as Access>::Layout as Layout>::FieldState;
