//! Fields: what may be in a list of fields.

use super::SortKeyBuf;
use crate::layout::{Access, Layout};
use crate::packable::Packable;

/// What may stand in a list of fields: any [`Packable`] type, or one of the markers that say how it is
/// to be treated there.
///
/// The trait is sealed: how a field may be accessed is nothing that other code can claim.
#[diagnostic::on_unimplemented(
    message = "`{Self}` is not a field",
    label = "not a field",
    note = "a field with `#[packable(default)]` needs a type that implements `Default`"
)]
pub trait Field: sealed::Sealed {
    /// The type whose cursor stands before this field.
    type Of: Packable<As = Self::Of> + ?Sized;
    /// How the field may be accessed when the whole is accessed by `L`.
    type Access<L: Access>: Access<Layout = L::Layout>;
    /// What a view of the field gives.
    type View<'a, L: Access>;
    /// Whether no layout puts its size before it.
    #[doc(hidden)]
    const BARE: bool = false;
    /// Whether it is a key of a set or map.
    #[doc(hidden)]
    const IS_KEY: bool = false;
    /// How many bytes an owned value takes in memory.
    #[doc(hidden)]
    const SIZE: usize;
    /// Whether it may be absent, because an older version of the type wrote the whole.
    #[doc(hidden)]
    const MAY_BE_ABSENT: bool = false;
    /// The tag of CBOR that must stand before it.
    #[doc(hidden)]
    const TAG: Option<u64> = None;

    /// Makes the view.
    #[doc(hidden)]
    fn view<'a, L: Access>(view: crate::View<'a, Self::Of, Self::Access<L>>) -> Self::View<'a, L>;

    /// Appends the sort key of the default that the field has where it is absent. Two keys of a map of which one has the
    /// field absent and the other its default are one key, as the owned keys are.
    #[doc(hidden)]
    fn default_sort_key<L: Layout>(_: &mut SortKeyBuf) {}
}

/// The items of [`Field`] that fields of a type `T` share, with a marker or without: they are viewed as `T` is, and
/// accessed by `$Access`.
macro_rules! field_of_type {
    ($T:ident, $L:ident => $Access:ty) => {
        type Of = $T::As;
        type Access<$L: $crate::layout::Access> = $Access;
        type View<'a, $L: $crate::layout::Access> = $T::View<'a, $Access>;
        const SIZE: usize = size_of::<$T>();

        #[cfg_attr(not(debug_assertions), inline(always))]
        fn view<'a, $L: $crate::layout::Access>(view: $crate::View<'a, $T::As, $Access>) -> Self::View<'a, $L> {
            $T::view(view)
        }
    };
}

pub(super) use field_of_type;

impl<T: Packable> sealed::Sealed for T {}

impl<T: Packable> Field for T {
    field_of_type!(T, L => L);
}

/// A field that is always there.
#[diagnostic::on_unimplemented(
    message = "the field `{Self}` may be absent",
    label = "a field with `#[packable(default)]`, which an older version of the type did not write",
    note = "ask first: `match fields.present() {{ Ok(fields) => ..., Err(others) => ... }}`",
    note = "`unpack(...)` and `skip()` need not ask; `read()`, of a scalar, and `read_or(...)` give the default"
)]
pub trait Present: Field {}

impl<T: Packable> Present for T {}

/// The shape of a field.
pub(crate) type ShapeOf<T> = <<T as Field>::Of as Packable>::Shape;

/// Which fields there are is decided by [`Packable`] and the markers.
pub(super) mod sealed {
    /// Implemented for every packable type and the markers of this module.
    pub trait Sealed {}
}
