//! The first field of a list `(T, R)`: its tag, its size, and the positions of its beginning and end.

use core::marker::PhantomData;

use super::{Field, List, Shape, ShapeOf, Sizes, skip_value};
use crate::layout::Layout;

/// The constants of a non-empty list.
pub(crate) struct FirstField<T, R>(PhantomData<(T, R)>);

impl<T: Field, R: List> FirstField<T, R> {
    /// Whether the field is the last one.
    pub(crate) const IS_LAST: bool = R::LEN == 0;

    /// Returns whether a layout writes the field's size before it.
    pub(crate) const fn is_sized<L: Layout>() -> bool {
        !T::BARE && L::FORMAT.is_sized(Sizes::<ShapeOf<T>, L>::EXTENT, Self::IS_LAST)
    }

    /// Returns the size of the field, if it is static and the layout does not write it before the field.
    pub(crate) const fn size<L: Layout>() -> Option<usize> {
        if Self::is_sized::<L>() { None } else { Sizes::<ShapeOf<T>, L>::SIZE }
    }

    /// Returns an upper bound on the bytes of the field, if one is known and `Sizes::MAX_RUN` includes it. In a layout
    /// that writes sizes before fields of static size too, each field reserves its own capacity.
    pub(crate) const fn max_size<L: Layout>() -> Option<usize> {
        let is_counted = !L::FORMAT.sizes_every_field() && !Self::is_sized::<L>() && Self::tag::<L>().is_none();
        if is_counted { Sizes::<ShapeOf<T>, L>::MAX_SIZE } else { None }
    }

    /// Returns the tag that the layout writes before the field.
    pub(crate) const fn tag<L: Layout>() -> Option<u64> {
        if L::HAS_TAGS { T::TAG } else { None }
    }

    /// Rejects, at compile time, a field that is not one item in a layout that counts fields as items.
    pub(crate) const fn require_countable<L: Layout>() {
        require_item::<ShapeOf<T>, L>();
    }
}

/// Rejects, at compile time, a map entry outside of a map, in a layout that writes an entry as two items and every
/// other value as one.
pub(crate) const fn require_item<S: Shape, L: Layout>() {
    assert!(
        !L::COUNTS_ITEMS || S::STYLE.items() == 1,
        "in CBOR an entry of a map is two items, and may only be in a map: use a tuple of key and value"
    );
}

/// Returns the position of the value of the first field of `(T, R)`.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn enter<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the field's tag and size, if the layout writes them, are before the field.
    unsafe {
        let pos = untag::<T, R, L>(pos);
        if const { FirstField::<T, R>::is_sized::<L>() } { L::enter_sized(pos) } else { pos }
    }
}

/// Returns the position of the first field of `(T, R)`, after its tag and before its size.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn untag<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    match const { FirstField::<T, R>::tag::<L>() } {
        // SAFETY: the tag is stored before the field.
        Some(tag) => unsafe { L::pass_tag(pos, tag) },
        None => pos,
    }
}

/// Returns the position of the second field of `(T, R)`: by a jump if the layout has one, otherwise by a walk.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the caller promises valid fields at `pos`.
    unsafe { span::<T, R, L>(pos).1 }
}

/// Returns the position of the value of the first field of `(T, R)`, as [`enter`] does, and that of the second, as
/// [`jump`] does.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn span<T: Field, R: List, L: Layout>(pos: L::Pos) -> (L::Pos, L::Pos) {
    // SAFETY: the field at `pos` is valid, so its size is the one that its shape, the size before it or a walk
    // determines.
    unsafe {
        if let Some(size) = const { FirstField::<T, R>::size::<L>() } {
            return (pos, L::advance(pos, size));
        }
        if const { FirstField::<T, R>::is_sized::<L>() }
            && let Some(span) = L::span_sized(pos)
        {
            return span;
        }
        let start = enter::<T, R, L>(pos);
        (start, skip_value::<ShapeOf<T>, L>(start))
    }
}
