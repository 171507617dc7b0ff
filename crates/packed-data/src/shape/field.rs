//! The trait `Field`: a type, or a marked type, in a list of fields.

use super::{Schema, SortKeyBuf};
use crate::build::{Filled, Needs};
use crate::layout::{Access, AnyAccess, Layout};
use crate::packable::Packable;
use alloc::vec::Vec;
use core::fmt;

/// A type that can be in a list of fields: any [`Packable`] type, or a marker around one that changes how the field is
/// treated.
///
/// The trait is sealed: only the library decides how a field may be accessed.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field",
    label = "not a field",
    note = "a field with `#[packable(default)]` needs a type that implements `Default`"
)]
pub trait Field: sealed::Sealed {
    /// The type that a cursor at this field has.
    type Of: Packable<As = Self::Of> + ?Sized;
    /// The access to the field, given the access `L` to the value that contains it.
    type Access<L: Access>: Access<Layout = L::Layout>;
    /// The result of viewing the field.
    type View<'a, L: AnyAccess>: fmt::Debug;
    /// Whether no layout writes the size of the field before it.
    #[doc(hidden)]
    const BARE: bool = false;
    /// Whether the field is a key of a set or map.
    #[doc(hidden)]
    const IS_KEY: bool = false;
    /// The size of an owned value in memory, in bytes.
    #[doc(hidden)]
    const SIZE: usize;
    /// Whether the field may be absent, because an older version of the type wrote the value.
    #[doc(hidden)]
    const MAY_BE_ABSENT: bool = false;
    /// The CBOR tag that must be before the field.
    #[doc(hidden)]
    const TAG: Option<u64> = None;

    /// Returns the description of the field's type at run time.
    #[doc(hidden)]
    fn schema() -> &'static Schema;

    /// Returns the field's default, packed in the layout `Compact`: for a field that may be absent.
    #[doc(hidden)]
    fn packed_default() -> Vec<u8> {
        Vec::new()
    }

    /// Converts a view of the field's type to the view of the field.
    #[doc(hidden)]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, Self::Access<L>>) -> Self::View<'a, L>;

    /// Returns the view of the field at `pos`.
    ///
    /// # Errors
    ///
    /// In a lazy view, a scalar is not valid.
    ///
    /// # Safety
    ///
    /// A value of the field's type is stored at `pos`, as the access requires it of its views (V1).
    #[doc(hidden)]
    unsafe fn view_at<'a, L: AnyAccess>(pos: L::Pos) -> Result<Self::View<'a, L>, L::Error>;

    /// Returns the view of a field that is absent.
    #[doc(hidden)]
    fn view_absent<'a, L: AnyAccess>() -> Self::View<'a, L> {
        unreachable!("only a field that may be absent has a view then")
    }

    /// Writes the field's default, in place of a field that is absent.
    #[doc(hidden)]
    fn write_default<'id, L: Layout>(_: Needs<'id, Self::Of, L>) -> Filled<'id> {
        unreachable!("only a field that may be absent has a default")
    }

    /// Appends the sort key of the field's default. A key in which the field is absent equals a key in which it has the
    /// default, because the owned keys are equal.
    #[doc(hidden)]
    fn default_sort_key<L: Layout>(_: &mut SortKeyBuf) {}
}

/// The items of [`Field`] that fields of a type `T` share, with a marker or without: they are accessed by `$Access`,
/// and viewed as `T` is by `$Any`, which is `$Access` for any access.
macro_rules! field_of_type {
    ($T:ident, $L:ident => $Access:ty, $Any:ty) => {
        type Of = $T::As;
        type Access<$L: $crate::layout::Access> = $Access;
        type View<'a, $L: $crate::layout::AnyAccess> = <$Any as $crate::layout::AnyAccess>::Part<'a, $T>;
        const SIZE: usize = size_of::<$T>();

        fn schema() -> &'static $crate::shape::Schema {
            $T::packed_schema()
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view<'a, $L: $crate::layout::Access>(view: $crate::View<'a, $T::As, $Access>) -> Self::View<'a, $L> {
            let Ok(part) = <$Any as $crate::layout::AnyAccess>::part::<$T>(view);
            part
        }

        #[cfg_attr(not(debug_assertions), inline(always))]
        unsafe fn view_at<'a, $L: $crate::layout::AnyAccess>(pos: $L::Pos) -> Result<Self::View<'a, $L>, $L::Error> {
            // SAFETY: the caller's promise is that which `new` requires.
            <$Any as $crate::layout::AnyAccess>::part::<$T>(unsafe { $crate::View::new(pos) })
        }
    };
}

pub(super) use field_of_type;

impl<T: Packable> sealed::Sealed for T {}

impl<T: Packable> Field for T {
    field_of_type!(T, L => L, L);
}

/// A field that is always present.
#[diagnostic::on_unimplemented(
    message = "the field `{Self}` may be absent",
    label = "a field with `#[packable(default)]`, which an older version of the type did not write",
    note = "test first: `match fields.present() {{ Ok(fields) => ..., Err(others) => ... }}`",
    note = "`unpack(...)`, `skip()`, `read_or(...)`, and `read()` of a scalar accept an absent field"
)]
pub trait Present: Field {}

impl<T: Packable> Present for T {}

/// The shape of a field.
pub(crate) type ShapeOf<T> = <<T as Field>::Of as Packable>::Shape;

/// Only [`Packable`] types and the markers are fields.
pub(super) mod sealed {
    /// Implemented for every packable type and the markers of this module.
    pub trait Sealed {}
}
