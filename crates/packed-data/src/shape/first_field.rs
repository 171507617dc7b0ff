//! The first field of a list `(T, R)`: its tag and size, and where it begins and ends.

use core::marker::PhantomData;

use super::{Field, List, Shape, ShapeOf, Sizes, skip_value};
use crate::layout::Layout;

/// The constants of a non-empty list.
pub(crate) struct FirstField<T, R>(PhantomData<(T, R)>);

impl<T: Field, R: List> FirstField<T, R> {
    /// Whether the field is the last.
    pub(crate) const IS_LAST: bool = R::LEN == 0;

    /// Whether a layout puts the field's size before it.
    pub(crate) const fn is_sized<L: Layout>() -> bool {
        !T::BARE && L::FORMAT.is_sized(Sizes::<ShapeOf<T>, L>::EXTENT, Self::IS_LAST)
    }

    /// The size of the field, if it is static and does not stand before it.
    pub(crate) const fn size<L: Layout>() -> Option<usize> {
        if Self::is_sized::<L>() { None } else { Sizes::<ShapeOf<T>, L>::SIZE }
    }

    /// The most bytes that the field takes, if that is known, and `Sizes::MAX_RUN` counts them: where sizes stand before
    /// fields of static size too, capacity is asked for by each.
    pub(crate) const fn max_size<L: Layout>() -> Option<usize> {
        let is_counted = !L::FORMAT.sizes_every_field() && !Self::is_sized::<L>() && Self::tag::<L>().is_none();
        if is_counted { Sizes::<ShapeOf<T>, L>::MAX_SIZE } else { None }
    }

    /// The tag that the layout puts before the field.
    pub(crate) const fn tag<L: Layout>() -> Option<u64> {
        if !L::FORMAT.has_heads {
            return None;
        }
        T::TAG
    }

    /// Refuses, when compiled, a field that may be absent where a layout cannot tell, and one that is not one item where
    /// fields are counted in items.
    pub(crate) const fn require_countable<L: Layout>() {
        require_item::<ShapeOf<T>, L>();
        assert!(
            L::FORMAT.has_heads || !T::MAY_BE_ABSENT,
            "this layout does not count fields, so it cannot tell that one with `#[packable(default)]` is absent: use `Cbor`"
        );
    }
}

/// Refuses, when compiled, an entry of a map anywhere but in a map, in a layout where it is two items and all else is
/// one.
pub(crate) const fn require_item<S: Shape, L: Layout>() {
    assert!(
        !L::FORMAT.has_heads || S::STYLE.items() == 1,
        "in CBOR an entry of a map is two items, and stands in nothing but a map: use a tuple of key and value"
    );
}

/// The position of the value of the first field of `(T, R)`.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn enter<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the field's tag and the layout's size, if any, are before the field.
    unsafe {
        let pos = untag::<T, R, L>(pos);
        if const { FirstField::<T, R>::is_sized::<L>() } { L::enter_sized(pos) } else { pos }
    }
}

/// The position of the first field of `(T, R)` after its tag, but before its size.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn untag<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    match const { FirstField::<T, R>::tag::<L>() } {
        // SAFETY: the field's tag stands before the field.
        Some(tag) => unsafe { L::pass_tag(pos, tag) },
        None => pos,
    }
}

/// The position of the second field of `(T, R)`: the layout's way to jump, or a walk.
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump<T: Field, R: List, L: Layout>(pos: L::Pos) -> L::Pos {
    // SAFETY: the caller's promise.
    unsafe { span::<T, R, L>(pos).1 }
}

/// The position of the value of the first field of `(T, R)`, as [`enter`], and that of the second, as [`jump`].
///
/// # Safety
///
/// Valid fields `(T, R)` stand at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn span<T: Field, R: List, L: Layout>(pos: L::Pos) -> (L::Pos, L::Pos) {
    // SAFETY: the field at `pos` is valid, so it has the size that its shape, its prefix or a walk tells.
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
