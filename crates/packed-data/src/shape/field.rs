//! Fields: the types that can be in a list of fields.

use super::SortKeyBuf;
use crate::layout::{Access, Layout};
use crate::packable::Packable;

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
    type View<'a, L: Access>;
    /// Whether no layout writes the size of the field before it.
    const BARE: bool = false;
    /// Whether the field is a key of a set or map.
    const IS_KEY: bool = false;
    /// The size of an owned value in memory, in bytes.
    const SIZE: usize;
    /// Whether the field may be absent, because an older version of the type wrote the value.
    const MAY_BE_ABSENT: bool = false;
    /// The CBOR tag that must be before the field.
    const TAG: Option<u64> = None;

    /// Converts a view of the field's type to the view of the field.
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, Self::Access<L>>) -> Self::View<'a, L>;

    /// Appends the sort key of the field's default. A key in which the field is absent equals a key in which it has the
    /// default, because the owned keys are equal.
    #[doc(hidden)]
    fn default_sort_key<L: Layout>(_: &mut SortKeyBuf) {}
}

impl<T: Packable> sealed::Sealed for T {}

impl<T: Packable> Field for T {
    type Of = T::As;
    type Access<L: Access> = L;
    type View<'a, L: Access> = T::View<'a, L>;
    const SIZE: usize = size_of::<T>();

    #[cfg_attr(not(debug_assertions), inline(always))]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, L>) -> Self::View<'a, L> {
        T::view(view)
    }
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
