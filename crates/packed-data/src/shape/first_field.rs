//! The first field of a list `(T, R)`: its tag, its size, and the positions of its beginning and end.

use core::marker::PhantomData;

use super::{Field, FieldPos, List, PartSizes, Shape, ShapeOf, Sizes, skip_value};
use crate::layout::{Backpatch, Frame, Layout, Position};
use crate::wire::value_writer::ValueWriter;

/// The constants of a non-empty list.
pub(crate) struct FirstField<T, R>(PhantomData<(T, R)>);

impl<T: Field, R: List> FirstField<T, R> {
    /// Whether no field follows.
    const IS_ONLY: bool = R::LEN == 0;
    /// Whether the field is the last one, and the value ends with it. An extensible value in a type that is not
    /// extensible does not count as last, in any layout: its head states where it ends, so its own last field may end
    /// before that.
    pub(crate) const IS_LAST: bool = Self::IS_ONLY && (R::IS_EXTENSIBLE || !<ShapeOf<T> as Shape>::IS_EXTENSIBLE);

    /// Returns whether a layout writes the field's size before it. (In an extensible type other fields may follow the
    /// last one in a later version.)
    pub(crate) const fn is_sized<L: Layout>() -> bool {
        !T::BARE && Sizes::<ShapeOf<T>, L>::EXTENT.is_sized(Self::IS_ONLY && !R::IS_EXTENSIBLE, L::FORMAT)
    }

    /// Returns whether the last field has its size before it, as any other field of an extensible type.
    pub(crate) const fn is_sized_last<L: Layout>() -> bool {
        Self::IS_LAST && R::IS_EXTENSIBLE && Self::is_sized::<L>()
    }

    /// Returns whether the value ends with the field, so that it may be left to a trampoline.
    pub(crate) const fn is_end<L: Layout>() -> bool {
        Self::IS_LAST && !Self::is_fixed::<L>()
    }

    /// Returns whether a layout stores the field in the static part, before all fields of varying size.
    pub(crate) const fn is_fixed<L: Layout>() -> bool {
        L::FORMAT.static_first && Self::size::<L>().is_some()
    }

    /// Returns the size of the field, if it is static and the layout does not write it before the field.
    pub(crate) const fn size<L: Layout>() -> Option<usize> {
        if Self::is_sized::<L>() { None } else { Sizes::<ShapeOf<T>, L>::SIZE }
    }

    /// Returns the size of the field if it has a [size](Self::size), else 0.
    ///
    /// A test of a constant that is a `bool` leaves only one branch to be compiled for each type; a match on a constant
    /// leaves both. So the hottest functions test `size().is_some()`, and then take the size from here.
    pub(crate) const fn size_or_0<L: Layout>() -> usize {
        match Self::size::<L>() {
            Some(size) => size,
            None => 0,
        }
    }

    /// Returns an upper bound on the bytes of the field, if one is known and `Sizes::MAX_RUN` includes it. In a layout
    /// that writes sizes before fields of static size too, each field reserves its own capacity.
    pub(crate) const fn max_size<L: Layout>() -> Option<usize> {
        let is_counted = !L::FORMAT.sizes_every_field()
            && !Self::is_sized::<L>()
            && Self::tag::<L>().is_none()
            && !Sizes::<ShapeOf<T>, L>::HAS_HEAD;
        if is_counted { Sizes::<ShapeOf<T>, L>::MAX_SIZE } else { None }
    }

    /// Returns whether a reader must know where the field ends. The end of the last field of a value with a head is not
    /// needed, since the head states where the value ends.
    pub(crate) const fn is_followed<L: Layout>() -> bool {
        !(Self::IS_ONLY && Sizes::<R, L>::ENDS_BY_HEAD)
    }

    /// Returns the tag that the layout writes before the field.
    pub(crate) const fn tag<L: Layout>() -> Option<u64> {
        if L::HAS_TAGS { T::TAG } else { None }
    }

    /// Returns the tag if the layout writes [one](Self::tag), else 0.
    pub(crate) const fn tag_or_0<L: Layout>() -> u64 {
        match Self::tag::<L>() {
            Some(tag) => tag,
            None => 0,
        }
    }

    /// Returns whether the list has one field, and either the value ends where that field ends, or the value has a
    /// head. (The field must not be in the static part.)
    pub(crate) const fn is_last_in<L: Layout>() -> bool {
        Self::IS_LAST || Self::IS_ONLY && !L::FORMAT.heads_extensible
    }

    /// Rejects, at compile time, the place or cursor of a field that ends before the value does: an extensible value in
    /// a type that is not extensible.
    pub(crate) const fn require_tail<L: Layout>() {
        assert!(
            Self::is_last_in::<L>(),
            "an extensible value ends where its head says, but the value whose last field it is has no head: use `with` \
             and `done` instead of `tail`, or make the enclosing type extensible too"
        );
    }

    /// Requires, at compile time, that in a layout with a static part `Sizes::MAX_RUN` includes the byte of the size
    /// before the field, if it has one, and that nothing else is written before the field.
    pub(crate) const fn require_size_capacity<L: Layout>() {
        let has_capacity = Sizes::<(T, R), L>::MAX_RUN > 0 && Self::tag::<L>().is_none();
        assert!(!L::FORMAT.static_first || !Self::is_sized::<L>() || has_capacity, "there is capacity for the size");
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

/// Returns whether the first field of `(T, R)` is absent. (Callers first test the constant `T::MAY_BE_ABSENT`, so that
/// what they do with an absent field is compiled only for fields that may be.)
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`, except for those that are absent.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn is_absent<T: Field, R: List, L: Layout>((state, pos): FieldPos<L>) -> bool {
    // SAFETY: the caller promises that the fields before it end at `pos`.
    T::MAY_BE_ABSENT && unsafe { L::is_absent::<T, R>(state, pos) }
}

/// Returns the position of the first field of `(T, R)`, after its tag and before its size.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn untag<T: Field, R: List, L: Layout>((state, pos): FieldPos<L>) -> L::Pos {
    if const { FirstField::<T, R>::is_fixed::<L>() } {
        return state.fixed();
    }
    if const { FirstField::<T, R>::tag::<L>().is_none() } {
        return pos;
    }
    // SAFETY: the tag is stored before the field.
    unsafe { L::pass_tag(pos, const { FirstField::<T, R>::tag_or_0::<L>() }) }
}

/// Returns the end of the value of shape `S` at `start`, if its head states it. (Readers of the value call this before
/// they read it: the compiler then sees that the head is read twice, and reads it once.)
///
/// # Safety
///
/// A valid value of this shape is stored there.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn stated_end<S: Shape, L: Layout>(start: L::Pos) -> Option<L::Pos> {
    // SAFETY: the caller promises the value, which begins with a head if its shape has one.
    if const { Sizes::<S, L>::HAS_HEAD } { Some(unsafe { L::end_by_head::<S>(start) }) } else { None }
}

/// Returns the fields after the first one of `(T, R)`, whose value ends at `end`.
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`, and the first one ends at `end`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn after<T: Field, R: List, L: Layout>((state, pos): FieldPos<L>, end: L::Pos) -> FieldPos<L> {
    let state = state.next_field();
    if const { FirstField::<T, R>::is_fixed::<L>() } { (state.with_fixed(end), pos) } else { (state, end) }
}

/// Returns the fields after the first one of `(T, R)`: by a jump if the layout has one, otherwise by a walk. (After the
/// last field of a value with a head, where [none is](FirstField::is_followed), it is the position of that field.)
///
/// # Safety
///
/// Valid fields `(T, R)` are stored at `field`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn jump<T: Field, R: List, L: Layout>(field: FieldPos<L>) -> FieldPos<L> {
    if const { !FirstField::<T, R>::is_followed::<L>() } {
        return field;
    }
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
        if const { FirstField::<T, R>::size::<L>().is_some() } {
            let start = untag::<T, R, L>(field);
            let end = start.advance(const { FirstField::<T, R>::size_or_0::<L>() });
            return (start, after::<T, R, L>(field, end));
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

/// Begins the fields `F` of a struct or constructor that was entered: returns from where each of them is found.
///
/// # Safety
///
/// Valid fields `F` are stored at `fields`, as the layout returned it for the value that it entered.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn begin_fields<F: List, L: Layout>((state, pos): FieldPos<L>) -> FieldPos<L> {
    if const { Sizes::<F, L>::ENDS_BY_HEAD } {
        return (state, state.static_end(pos));
    }
    // SAFETY: the caller promises the fields, of which the static part comes first if the layout has one.
    (state, unsafe { pos.advance(const { Sizes::<F, L>::STATIC_PART }) })
}

/// Returns the fields `F` of the struct of shape `S` at `pos`.
///
/// # Safety
///
/// A valid struct of that shape, with these fields, is stored at `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn begin_struct<S: Shape, F: List, L: Layout>(pos: L::Pos) -> FieldPos<L> {
    // SAFETY: the caller promises the struct, and that these are its fields.
    unsafe { begin_fields::<F, L>(L::enter_struct::<S>(pos)) }
}

/// Ends an extensible value whose head begins at `head`, and which ends at `pos`: writes its size, for which one byte
/// is reserved as for that of a field.
///
/// # Safety
///
/// All bytes of the buffer before `pos` are initialised (W1). The head was written at `head` when the value was begun.
#[cfg_attr(not(debug_assertions), inline(always))]
pub(crate) unsafe fn end_head<L: Layout>(writer: &mut ValueWriter, pos: usize, head: usize) -> usize {
    // SAFETY: the caller promises W1 for `pos`, and the head, which begins with the byte for the size.
    unsafe { L::end_sized(writer, pos, Backpatch::new(head + 1)) }
}

/// Where the remaining fields of a struct or constructor are written.
#[derive(Clone, Copy)]
pub(crate) struct FieldPlace {
    /// Invariant (W6): the offset of the next field of varying size. In a layout with a static part, that part is
    /// before it. W1 holds for it; if all fields are in the static part, when these are written.
    pub(crate) varying: usize,
    /// The offset of the next field of the static part, for which W1 holds. There is capacity for the rest of that
    /// part. (If fields of varying size follow, it was filled with zeros, since these fields may be written first.)
    fixed: usize,
    /// If the value has a head, whose size is not written yet: the offset at which it begins. Otherwise
    /// [`NO_HEAD`](Self::NO_HEAD).
    head: usize,
}

impl FieldPlace {
    /// There is no head to be completed: it was written with its size; or the writer does not know the constructor, and
    /// the head is written with its field.
    pub(crate) const NO_HEAD: usize = usize::MAX;

    /// Returns the head that begins at `pos`.
    ///
    /// # Safety
    ///
    /// W1 holds for `pos`.
    #[inline(always)]
    pub(crate) unsafe fn head_at(pos: usize) -> usize {
        // SAFETY: by W1 it is within the capacity of the buffer. (A hint: then there is no code for other values.)
        unsafe { core::hint::assert_unchecked(pos != Self::NO_HEAD) };
        pos
    }

    /// Begins the fields `F` at `pos`: reserves the static part, if the layout has one.
    ///
    /// # Safety
    ///
    /// As for [`begin_parts`](Self::begin_parts).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin<F: List, L: Layout>(writer: &mut ValueWriter, pos: usize, head: usize) -> Self {
        let (parts, is_static) = const { (PartSizes::of::<F, L>(), Sizes::<F, L>::IS_STATIC) };
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { Self::begin_parts(writer, pos, head, parts, is_static) }
    }

    /// Begins fields with these sizes at `pos`: reserves the static part, if the layout has one. `is_static` says
    /// whether all fields are in it.
    ///
    /// # Safety
    ///
    /// All bytes of the buffer before `pos` are initialised (W1), and there is capacity for the static part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin_parts(
        writer: &mut ValueWriter,
        pos: usize,
        head: usize,
        parts: PartSizes,
        is_static: bool,
    ) -> Self {
        let size = parts.static_part;
        let varying = if is_static {
            pos + size
        } else if size > 0 {
            // SAFETY: the caller promises W1 for `pos`, and the capacity.
            unsafe { writer.put_zeros(pos, size) }
        } else {
            pos
        };
        // (If the sizes of all fields are static, the head is complete.)
        Self { varying, fixed: pos, head: if parts.fields.is_some() { Self::NO_HEAD } else { head } }
    }

    /// Ends the fields, whose list ends with `E`: writes the size in the head, if the value has one. Returns the end of
    /// the value.
    ///
    /// # Safety
    ///
    /// W6 holds, and all fields are written.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end<E: List, L: Layout>(self, writer: &mut ValueWriter) -> usize {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.end_by::<L>(writer, const { Sizes::<E, L>::ENDS_BY_HEAD }) }
    }

    /// Ends the fields, as [`end`](Self::end) does. `has_head` says whether a head states where they end.
    ///
    /// # Safety
    ///
    /// As for [`end`](Self::end).
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_by<L: Layout>(self, writer: &mut ValueWriter, has_head: bool) -> usize {
        if !has_head || self.head == Self::NO_HEAD {
            return self.varying;
        }
        // SAFETY: by W6 W1 holds for `varying`; the head was written at `head`.
        unsafe { end_head::<L>(writer, self.varying, self.head) }
    }

    /// Leaves the rest of the fields to a trampoline: if `has_head` holds, the size in the head of the value is written
    /// when the innermost last field has ended.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn leave_open(self, writer: &mut ValueWriter, has_head: bool) {
        if has_head && self.head != Self::NO_HEAD {
            writer.open_head(self.head);
        }
    }

    /// Returns the offset of the next field; `is_fixed` says whether it is in the static part.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn first(self, is_fixed: bool) -> usize {
        if is_fixed { self.fixed } else { self.varying }
    }

    /// Returns whether the last field, which is in the static part and has this size, is before other fields.
    pub(crate) fn is_early(self, size: Option<usize>) -> bool {
        Some(self.varying - self.fixed) != size
    }

    /// Returns where the fields after the next one are written, which ends at `end`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) const fn after(self, is_fixed: bool, end: usize) -> Self {
        let Self { varying, fixed, head } = self;
        if is_fixed { Self { varying, fixed: end, head } } else { Self { varying: end, fixed, head } }
    }
}
