//! `Access` to bytes in a layout: read only, or `Edit` as well; `AnyAccess`: these, and `Lazy`.

use core::convert::Infallible;
use core::fmt;

use super::{Layout, ReadLayout, sealed};
use crate::packable::Packable;
use crate::shape::{End, Field, FieldPos, List, begin_fields, enter, is_absent, span};
use crate::view::{ScalarMut, View};
use crate::wire::scalar::Scalar;

/// How a view reaches its value: by any [`Access`], which relies on bytes that were validated, or by
/// [`Lazy`](crate::Lazy), which checks what it reads, when it reads it.
///
/// The derived enums and structs of views are generic over it. A step by an [`Access`] cannot fail; its error is
/// [`Infallible`]. That of [`Lazy`](crate::Lazy) is an [`Error`](crate::Error).
pub trait AnyAccess: sealed::Accessible + 'static + Sized {
    /// The layout of the bytes.
    type Layout: Layout;
    /// The error of a step.
    type Error;
    /// The access to keys, which cannot be overwritten.
    type Keys: AnyAccess<Layout = Self::Layout, Error = Self::Error, Pos = Self::Pos>;
    /// The view of a part of type `T`: what [`Packable::view`] returns; in a lazy view a scalar, or a lazy view.
    type Part<'a, T: Packable>: fmt::Debug;

    /// The position of a value.
    #[doc(hidden)]
    type Pos: Copy + Send + Sync;
    /// From where fields are found.
    #[doc(hidden)]
    type Fields: Copy + Send + Sync;

    /// Converts a view of a canonical type to the view of a part.
    #[doc(hidden)]
    fn part<'a, T: Packable>(view: View<'a, T::As, Self>) -> Result<Self::Part<'a, T>, Self::Error>;

    /// Checks the whole value, unless that has been done, and returns the view for reading.
    #[doc(hidden)]
    fn trust<T: Packable<As = T> + ?Sized>(view: View<'_, T, Self>) -> Result<View<'_, T, Self::Layout>, Self::Error>;

    /// Begins the fields of a struct or constructor that was entered.
    ///
    /// # Safety
    ///
    /// Fields `F` are stored at `fields`, as this access requires it of its views (V1).
    #[doc(hidden)]
    unsafe fn begin<F: List>(fields: Self::Fields) -> Result<Self::Fields, Self::Error>;

    /// Returns the position of the first field, `None` if it is absent, and the fields after it.
    ///
    /// # Safety
    ///
    /// Fields `(T, R)` are stored at `fields`, as this access requires it of its views (P1).
    #[doc(hidden)]
    unsafe fn next<T: Field, R: List>(fields: Self::Fields) -> Result<(Option<Self::Pos>, Self::Fields), Self::Error>;

    /// Returns the position of the last field, `None` if it is absent.
    ///
    /// # Safety
    ///
    /// The field `(T, E)` is stored at `fields`, as this access requires it of its views (P1).
    #[doc(hidden)]
    unsafe fn last<T: Field, E: End>(fields: Self::Fields) -> Result<Option<Self::Pos>, Self::Error>;
}

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
pub trait Access:
    AnyAccess<
        Error = Infallible,
        Keys = <Self as AnyAccess>::Layout,
        Pos = <<Self as AnyAccess>::Layout as ReadLayout>::Pos,
        Fields = FieldPos<<Self as AnyAccess>::Layout>,
    >
{
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
    type Mode = Reading;
}

impl<L: Layout> Access for Edit<L> {
    type Mode = Editing;
}

/// Implements [`AnyAccess`] for an access that relies on bytes that were validated.
macro_rules! trusting {
    ($($L:ident: $Access:ty;)+) => {$(
        impl<$L: Layout> AnyAccess for $Access {
            type Layout = $L;
            type Error = Infallible;
            type Keys = $L;
            type Part<'a, T: Packable> = T::View<'a, Self>;
            type Pos = $L::Pos;
            type Fields = FieldPos<$L>;

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn part<'a, T: Packable>(view: View<'a, T::As, Self>) -> Result<T::View<'a, Self>, Infallible> {
                Ok(T::view(view))
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            fn trust<T: Packable<As = T> + ?Sized>(view: View<'_, T, Self>) -> Result<View<'_, T, $L>, Infallible> {
                // SAFETY: V1 holds for the position. The view is consumed, so nothing edits the value.
                Ok(unsafe { View::new(view.pos()) })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn begin<F: List>(fields: FieldPos<$L>) -> Result<FieldPos<$L>, Infallible> {
                // SAFETY: the caller promises valid fields that were entered.
                Ok(unsafe { begin_fields::<F, $L>(fields) })
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn next<T: Field, R: List>(
                fields: FieldPos<$L>,
            ) -> Result<(Option<$L::Pos>, FieldPos<$L>), Infallible> {
                // SAFETY: the caller promises valid fields, except for those that are absent: nothing is stored for
                // these, so the other fields begin at the same place.
                unsafe {
                    if const { T::MAY_BE_ABSENT } && is_absent::<T, R, $L>(fields) {
                        return Ok((None, fields));
                    }
                    let (first, others) = span::<T, R, $L>(fields);
                    Ok((Some(first), others))
                }
            }

            #[cfg_attr(not(debug_assertions), inline(always))]
            unsafe fn last<T: Field, E: End>(fields: FieldPos<$L>) -> Result<Option<$L::Pos>, Infallible> {
                // SAFETY: the caller promises a valid field, unless it is absent.
                unsafe {
                    if const { T::MAY_BE_ABSENT } && is_absent::<T, E, $L>(fields) {
                        return Ok(None);
                    }
                    Ok(Some(enter::<T, E, $L>(fields)))
                }
            }
        }
    )+};
}

trusting! {
    L: L;
    L: Edit<L>;
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
pub(crate) type Pos<L> = <<L as AnyAccess>::Layout as ReadLayout>::Pos;

/// The type of what is remembered between fields in an access.
pub(crate) type FieldState<L> = <<L as AnyAccess>::Layout as ReadLayout>::FieldState;

/// The elements of a sequence that are left, in an access.
pub(crate) type RemainingOf<L> = <<L as AnyAccess>::Layout as ReadLayout>::RemainingElements;
