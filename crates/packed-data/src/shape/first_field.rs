//! The first field of a list `(T, R)`: its tag, its size, and the positions of its beginning and end.

use core::marker::PhantomData;

use super::{Field, FieldPos, List, Shape, ShapeOf, Sizes, skip_value};
use crate::layout::Layout;
use crate::wire::value_writer::ValueWriter;

/// The constants of a non-empty list.
pub(crate) struct FirstField<T, R>(PhantomData<(T, R)>);

impl<T: Field, R: List> FirstField<T, R> {
    /// Whether the field is the last one.
    pub(crate) const IS_LAST: bool = R::LEN == 0;

    /// Returns whether a layout writes the field's size before it.
    pub(crate) const fn is_sized<L: Layout>() -> bool {
        !T::BARE && L::FORMAT.is_sized(Sizes::<ShapeOf<T>, L>::EXTENT, Self::IS_LAST)
    }

    /// Returns whether a layout stores the field in the static part, before all fields of varying size.
    pub(crate) const fn is_fixed<L: Layout>() -> bool {
        L::FORMAT.static_first && Self::size::<L>().is_some()
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
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn enter<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> L::Pos {
    // SAFETY: the field's tag and size, if the layout writes them, are before the field.
    unsafe {
        let pos = untag::<T, R, L>(field);
        if const { FirstField::<T, R>::is_sized::<L>() } { L::enter_sized(pos) } else { pos }
    }
}

/// Returns whether the next field, `T`, is absent.
///
/// # Safety
///
/// Valid fields, of which `T` is the first, are stored at `field`, except for those that are absent.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn is_absent<T: Field, L: Layout>((state, pos): FieldPos<L>) -> bool {
    // SAFETY: the caller promises that the fields before it end at `pos`.
    T::MAY_BE_ABSENT && unsafe { L::is_absent::<ShapeOf<T>>(state, pos) }
}

/// Returns the position of the first field of `(T, R)`, after its tag and before its size.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn untag<T: Field, R: List, L: Layout>((state, pos): FieldPos<L>) -> L::Pos {
    if const { FirstField::<T, R>::is_fixed::<L>() } {
        return L::fixed(state);
    }
    match const { FirstField::<T, R>::tag::<L>() } {
        // SAFETY: the tag is stored before the field.
        Some(tag) => unsafe { L::pass_tag(pos, tag) },
        None => pos,
    }
}

/// Returns the fields after the first one of `(T, R)`, whose value ends at `end`.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`, and the first one ends at `end`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn after<T: Field, R: List, L: Layout>((state, pos): FieldPos<L>, end: L::Pos) -> FieldPos<L> {
    let state = L::next_field(state);
    if const { FirstField::<T, R>::is_fixed::<L>() } { (L::move_fixed(state, end), pos) } else { (state, end) }
}

/// Returns the fields after the first one of `(T, R)`: by a jump if the layout has one, otherwise by a walk.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> FieldPos<L> {
    // SAFETY: the caller promises valid fields at `field`.
    unsafe { span::<T, R, L>(field).1 }
}

/// Returns the position of the value of the first field of `(T, R)`, as [`enter`] does, and the fields after it, as
/// [`jump`] does.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn span<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> (L::Pos, FieldPos<L>) {
    // SAFETY: the field is valid, so its size is the one that its shape, the size before it or a walk determines.
    unsafe {
        if let Some(size) = const { FirstField::<T, R>::size::<L>() } {
            let start = untag::<T, R, L>(field);
            return (start, after::<T, R, L>(field, L::advance(start, size)));
        }
        if const { FirstField::<T, R>::is_sized::<L>() }
            && let Some((start, end)) = L::span_sized(untag::<T, R, L>(field))
        {
            return (start, after::<T, R, L>(field, end));
        }
        let start = enter::<T, R, L>(field);
        (start, after::<T, R, L>(field, skip_value::<ShapeOf<T>, L>(start)))
    }
}

/// Returns the fields `F` of the struct of shape `S` at `pos`.
///
/// # Safety
///
/// A valid struct of that shape, with these fields, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn begin_struct<S: Shape, F: List, L: Layout>(pos: L::Pos) -> FieldPos<L> {
    // SAFETY: the caller promises the struct, and that these are its fields.
    unsafe { L::begin_fields::<F>(L::enter_struct::<S>(pos)) }
}

/// Where the fields of a struct or constructor are written that are left.
#[derive(Clone, Copy)]
pub struct FieldPlace {
    /// Invariant (W6): the offset of the next field of varying size. In a layout with a static part, that part is
    /// before it. W1 holds for it; if all fields are in the static part, when these are written.
    pub(crate) varying: usize,
    /// The offset of the next field of the static part, for which W1 holds. There is capacity for the rest of that
    /// part. (If fields of varying size follow, it was filled with zeros, since these fields may be written first.)
    fixed: usize,
}

impl FieldPlace {
    /// Begins the fields `F` at `pos`: reserves the static part, if the layout has one.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1), and there is capacity for the static part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin<F: List, L: Layout>(writer: &mut ValueWriter, pos: usize) -> Self {
        let size = const { Sizes::<F, L>::STATIC_PART };
        let varying = if const { Sizes::<F, L>::IS_STATIC } {
            pos + size
        } else if size > 0 {
            // SAFETY: the caller promises W1 for `pos`, and the capacity.
            unsafe { writer.put_zeros(pos, size) }
        } else {
            pos
        };
        Self { varying, fixed: pos }
    }

    /// Returns the offset of the first field of `(T, R)`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn first<T: Field, R: List, L: Layout>(self) -> usize {
        if FirstField::<T, R>::is_fixed::<L>() { self.fixed } else { self.varying }
    }

    /// Returns whether the last field, which is in the static part, is before other fields of the value.
    pub(crate) fn is_early<T: Field, R: List, L: Layout>(self) -> bool {
        Some(self.varying - self.fixed) != FirstField::<T, R>::size::<L>()
    }

    /// Returns where the fields after the first one of `(T, R)` are written, which ends at `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn after<T: Field, R: List, L: Layout>(self, end: usize) -> Self {
        if FirstField::<T, R>::is_fixed::<L>() { Self { fixed: end, ..self } } else { Self { varying: end, ..self } }
    }
}
