//! `NeedsFields`: the fields of a constructor that are still to be written, in order.

use core::hint::black_box;
use core::marker::PhantomData;

use super::{BeforeLast, Filled, Needs, PendingField, Written, reserve};
use crate::cursor::{Brand, not_a_tail};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::shape::level_stack;
use crate::shape::{Empty, End, Field, FieldPlace, FirstField, List, Shape, ShapeOf, Sizes, is_level, place_of};
use crate::wire::budget::Budget;
use crate::wire::invariant::Invariant;
use crate::wire::value_writer::ValueWriter;

/// The fields of a constructor that must still be written, as a type-level list `F`.
///
/// Each method writes the first field of the list and returns the fields after it.
///
/// ```
/// use packed_data::{Compact, Packed};
///
/// let packed = Packed::<(u8, String, Option<u8>), Compact>::build(|needs| {
///     needs.fields().put(&1).put("two").with(|third| third.start_some().put(&3).done()).done()
/// });
/// assert_eq!(packed, Packed::pack(&(1, "two".into(), Some(3))));
/// ```
#[must_use = "the fields must be filled"]
pub struct NeedsFields<'id, F, L> {
    /// The only reference to the writer, as in W2.
    writer: &'id mut ValueWriter,
    /// Where the fields are to be written. Invariant (N1): W6 holds for it, and after it at least
    /// `Sizes::<F, L>::MAX_RUN` bytes of capacity are reserved, for the leading fields of bounded size.
    place: FieldPlace,
    budget: Budget,
    /// Whether there is stack left for fields that nest; if not, the writer has failed.
    has_stack: bool,
    types: PhantomData<(Invariant<F>, Invariant<L>)>,
    brand: Brand<'id>,
}

impl<'id, F: List, L: Layout> NeedsFields<'id, F, L> {
    /// Creates the list of fields at an offset.
    ///
    /// # Safety
    ///
    /// `place` satisfies N1.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(super) unsafe fn new(writer: &'id mut ValueWriter, place: FieldPlace, budget: Budget, has_stack: bool) -> Self {
        Self { writer, place, budget, has_stack, types: PhantomData, brand: PhantomData }
    }
}

impl<'id, T: Field, R: List, L: Layout> NeedsFields<'id, (T, R), L> {
    /// Writes the first field by `fill`, which is called with a [`Needs`] for it.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<(u8, Vec<u8>), Compact>::build(|needs| {
    ///     needs.fields().put(&1).with(|list| list.items(2..4, |needs, n: u8| needs.put(&n))).done()
    /// });
    /// assert_eq!(built, Packed::pack(&(1, vec![2, 3])));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn with(self, fill: impl for<'x> FnOnce(Needs<'x, T::Of, L>) -> Filled<'x>) -> NeedsFields<'id, R, L> {
        self.with_or(None, |needs| (fill(needs), ()), || ()).0
    }

    /// Writes the first field as [`with`](Self::with) does. `width` is the number of bytes that the size before it
    /// probably takes, if it has one. Also returns what `fill` does, or `otherwise` if it is not called.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn with_or<V>(
        self,
        width: Option<usize>,
        fill: impl for<'x> FnOnce(Needs<'x, T::Of, L>) -> (Filled<'x>, V),
        otherwise: impl FnOnce() -> V,
    ) -> (NeedsFields<'id, R, L>, V) {
        if self.lacks_stack() {
            return (self.skip(), otherwise());
        }
        let Self { writer, place, budget, has_stack, .. } = self;
        // SAFETY: by N1 W6 holds for `place`. W1 and W5 hold for `start`; `fill` returned `end` (W1).
        unsafe {
            let (start, inner) = Self::begin(writer, place, budget, width);
            let mut value = None;
            let end = match inner {
                Some(inner) => Needs::fill(writer, start, inner, |needs| {
                    let (filled, filled_with) = fill(needs);
                    value = Some(filled_with);
                    filled
                }),
                None => start,
            };
            let value = value.unwrap_or_else(otherwise);
            (Self::end(writer, (place, budget, has_stack), width, start, end), value)
        }
    }

    /// Whether the first field may nest, and is written only if there is stack left. (A last field is not a level, but
    /// what writes it may be a function that calls itself for it.)
    const NEEDS_STACK: bool = !FirstField::<T, R>::is_fixed::<L>()
        && FirstField::<T, R>::max_size::<L>().is_none()
        && (ShapeOf::<T>::NESTS || !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>());

    /// Returns whether the first field cannot be written, because it may nest and no stack is left.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn lacks_stack(&self) -> bool {
        Self::NEEDS_STACK && !self.has_stack
    }

    /// Returns the fields after the first one, which is not written: the writer has failed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) fn skip(self) -> NeedsFields<'id, R, L> {
        let Self { writer, place, budget, has_stack, .. } = self;
        // SAFETY: by N1 W6 holds for `place`, and so it does for the other fields; there is capacity for those of
        // bounded size.
        unsafe {
            writer.ensure_capacity(place.first(false), const { Sizes::<R, L>::MAX_RUN });
            NeedsFields::new(writer, place, budget, has_stack)
        }
    }

    /// Begins the first field: returns the offset of its value, for which W1 and W5 hold, and the budget for it.
    /// Without a budget it must not be written, because the whole value has failed: it nests beyond the limit.
    ///
    /// (This and [`end`](Self::end) are compiled for each list of fields; what calls them, also for each closure.)
    ///
    /// # Safety
    ///
    /// W6 holds for `place`, after which there is capacity for the leading fields of bounded size.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn begin(
        writer: &mut ValueWriter,
        place: FieldPlace,
        budget: Budget,
        width: Option<usize>,
    ) -> (usize, Option<Budget>) {
        const { FirstField::<T, R>::require_countable::<L>() };
        let mut pos = place.first(const { FirstField::<T, R>::is_fixed::<L>() });
        if const { FirstField::<T, R>::is_fixed::<L>() } {
            // (By W6 the static part is before the other fields, so W1 holds for `pos`, and there is capacity for the
            // field: W5 holds.)
            return (pos, Some(budget));
        }
        if const { FirstField::<T, R>::tag::<L>().is_some() } {
            // SAFETY: by W6 W1 holds for `pos`.
            pos = unsafe { L::write_tag(writer, pos, const { FirstField::<T, R>::tag_or_0::<L>() }) };
        }
        // (By N1 there is capacity for a field of bounded size, so W5 holds.)
        if const { FirstField::<T, R>::max_size::<L>().is_some() } {
            return (pos, Some(budget));
        }
        if const { FirstField::<T, R>::is_sized::<L>() } {
            const { FirstField::<T, R>::require_size_capacity::<L>() };
            // SAFETY: W1 holds for `pos`, and so for the offset that this returns; by N1 there is the capacity.
            pos = unsafe { L::begin_sized_field(writer, pos, width) };
        }
        // SAFETY: W1 holds for `pos`.
        unsafe { reserve::<ShapeOf<T>, L>(writer, pos) };
        let budget = if const { !FirstField::<T, R>::IS_LAST && is_level::<ShapeOf<T>>() } {
            let (left, is_allowed);
            (left, is_allowed, pos) = charge_level::<T>(writer, budget, pos);
            is_allowed.then_some(left)
        } else {
            Some(budget)
        };
        if const { T::IS_KEY && !ShapeOf::<T>::FLAT } {
            return (pos, budget.and_then(|budget| writer.enter_key(budget, place_of::<ShapeOf<T>>(pos))));
        }
        (pos, budget)
    }

    /// Ends the first field, whose value was written from `start` to `end`: returns the fields after it.
    ///
    /// # Safety
    ///
    /// [`begin`](Self::begin) returned `start` for these arguments. W1 holds for `end`; if `begin` returned no budget,
    /// it is `start`.
    #[cfg_attr(not(debug_assertions), inline(always))]
    unsafe fn end(
        writer: &'id mut ValueWriter,
        (place, budget, has_stack): (FieldPlace, Budget, bool),
        width: Option<usize>,
        start: usize,
        mut end: usize,
    ) -> NeedsFields<'id, R, L> {
        let has_capacity =
            const { FirstField::<T, R>::is_fixed::<L>() || FirstField::<T, R>::max_size::<L>().is_some() };
        if const { FirstField::<T, R>::is_sized::<L>() } {
            // SAFETY: the caller promises W1 for `end`, and that the field was begun at this place, with its size
            // before `start`.
            end = unsafe { L::end_sized_field(writer, end, place.first(false), start, width) };
        }
        // (A copied value of bounded size may be longer than the bound in a layout that counts items, because it may be
        // in a form that is not the shortest.)
        if !has_capacity || const { L::COUNTS_ITEMS && !FirstField::<T, R>::is_fixed::<L>() } {
            // SAFETY: W1 holds for the end of the field.
            unsafe { writer.ensure_capacity(end, const { Sizes::<R, L>::MAX_RUN }) };
        }
        let place = place.after(const { FirstField::<T, R>::is_fixed::<L>() }, end);
        // SAFETY: W1 holds for `end`; in the static part it is where the next field of that part begins. There is
        // capacity for the leading fields of bounded size after this one: by N1 if it was begun with capacity,
        // otherwise it was reserved just now. So N1 holds.
        unsafe { NeedsFields::new(writer, place, budget, has_stack) }
    }

    /// Returns the place of the last field, and keeps the brand: see [`tail`](NeedsFields::tail).
    ///
    /// # Panics
    ///
    /// Panics if there are fields after it, or if it is stored before others.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub(crate) fn last(self) -> Needs<'id, T::Of, L> {
        assert!(FirstField::<T, R>::is_last_in::<L>(), "the value ends with its last field");
        const { FirstField::<T, R>::require_countable::<L>() };
        let Self { writer, place, budget, .. } = self;
        place.leave_open(writer, const { Sizes::<R, L>::ENDS_BY_HEAD });
        let pos = place.first(const { FirstField::<T, R>::is_fixed::<L>() });
        if const { FirstField::<T, R>::is_fixed::<L>() } && place.is_early(const { FirstField::<T, R>::size::<L>() }) {
            not_a_tail();
        }
        // SAFETY: by N1 W1 holds for `pos`.
        let pos = unsafe { const { BeforeLast::of::<T, R, L>() }.begin::<L>(writer, pos) };
        // (By N1 there is capacity for the field, if its size is bounded and the layout writes nothing before it.)
        if const { !FirstField::<T, R>::is_fixed::<L>() && FirstField::<T, R>::max_size::<L>().is_none() } {
            // SAFETY: W1 holds for `pos`.
            unsafe { reserve::<ShapeOf<T>, L>(writer, pos) };
        }
        // SAFETY: W1 holds for `pos`, and so does W5; the brand is that of `self`, which is consumed.
        unsafe { Needs::new(writer, pos, budget) }
    }

    /// Writes `value` as the first field.
    ///
    /// The value has the canonical type of the field: for a `Box<Tree>` field it is a `&Tree`, for a `String` field a
    /// `&str`, for a `Vec` field a slice.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<(Box<u8>, String, Vec<u8>), Compact>::build(|needs| {
    ///     needs.fields().put(&1).put("two").put(&[3, 4]).done()
    /// });
    /// assert_eq!(built, Packed::pack(&(Box::new(1), "two".into(), vec![3, 4])));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put(self, value: &T::Of) -> NeedsFields<'id, R, L> {
        self.put_as(&value)
    }

    /// Writes a value of any type as the first field, if it has the same canonical type, such as a `HashMap`.
    ///
    /// ```
    /// use std::collections::HashMap;
    ///
    /// use packed_data::{Compact, Packed};
    ///
    /// let ages = HashMap::from([("Ann".to_string(), 30u8)]);
    /// let built = Packed::<(u8, HashMap<String, u8>), Compact>::build(|needs| {
    ///     needs.fields().put(&1).put_as(&ages).done()
    /// });
    /// assert_eq!(built, Packed::pack(&(1, ages)));
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_as<V: Packable<As = T::Of>>(self, value: &V) -> NeedsFields<'id, R, L> {
        if self.lacks_stack() {
            return self.skip();
        }
        let Self { writer, place, budget, has_stack, .. } = self;
        // SAFETY: by N1 W6 holds for `place`. W1 and W5 hold for `start`; `put_at` returned `end` (W1).
        unsafe {
            let (start, inner) = Self::begin(writer, place, budget, None);
            let end = match inner {
                Some(inner) => Needs::<T::Of, L>::put_at(writer, start, inner, value),
                None => start,
            };
            Self::end(writer, (place, budget, has_stack), None, start, end)
        }
    }
}

impl<'id, T: Field, E: End, L: Layout> NeedsFields<'id, (T, E), L> {
    /// Returns the [`Needs`] of the last field, and *keeps* the brand: the enclosing value ends where its last field
    /// ends. A list can therefore be built in a loop.
    ///
    /// ```
    /// use packed_data::{Compact, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum List {
    ///     Nil,
    ///     Cons(i64, Box<List>),
    /// }
    ///
    /// let million = Packed::<List, Compact>::build(|mut needs| {
    ///     for i in 0..1_000_000 {
    ///         needs = List::start_cons(needs).put(&i).tail();
    ///     }
    ///     List::write_nil(needs)
    /// });
    /// assert_eq!(million.as_bytes().len(), 9 * 1_000_000 + 1);
    /// ```
    ///
    /// # Panics
    ///
    /// Panics in [`Indexed`](crate::Indexed) if the field has a static size and comes after fields of varying size: it
    /// is stored before these, so the value does not end with it. [`with`](NeedsFields::with) writes such a field.
    ///
    /// In [`Compact`](crate::Compact) and [`Indexed`](crate::Indexed) it does not compile if the type of the field is
    /// extensible, and the type that contains it is not.
    #[cfg_attr(not(debug_assertions), inline(always))]
    #[track_caller]
    pub fn tail(self) -> Needs<'id, T::Of, L> {
        const { FirstField::<T, E>::require_tail::<L>() };
        self.last()
    }

    /// Writes `value` as the last field, or leaves it to the caller's loop if it may nest: for implementations of
    /// [`Packable::write`].
    ///
    /// ```
    /// use packed_data::build::Written;
    /// use packed_data::{Access, Layout, Needs, Packable, Packed, View};
    ///
    /// struct Point(u8, u8);
    ///
    /// impl Packable for Point {
    ///     type As = (u8, u8);
    ///     type Shape = <(u8, u8) as Packable>::Shape;
    ///     type View<'a, L: Access> = <(u8, u8) as Packable>::View<'a, L>;
    ///
    ///     fn view<'a, L: Access>(view: View<'a, (u8, u8), L>) -> Self::View<'a, L> {
    ///         <(u8, u8)>::view(view)
    ///     }
    ///
    ///     fn write<'v, 'id, L: Layout>(value: &'v Self, needs: Needs<'id, (u8, u8), L>) -> Written<'v, 'id> {
    ///         needs.fields().put(&value.0).put_last(&value.1)
    ///     }
    /// }
    ///
    /// assert_eq!(Packed::<Point>::pack(&Point(1, 2)).as_bytes(), [1, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn put_last<'v, V: Packable<As = T::Of>>(self, value: &'v V) -> Written<'v, 'id> {
        // (Where a head would wait for the end of the field, a field that cannot be left to a loop is written at once.)
        let ends_here = const { Sizes::<E, L>::ENDS_BY_HEAD && !<ShapeOf<T> as Shape>::NESTS };
        if const { !FirstField::<T, E>::is_end::<L>() || FirstField::<T, E>::size::<L>().is_some() } || ends_here {
            return self.put_as(value).done().into();
        }
        if const { <ShapeOf<T> as Shape>::TRAMPOLINED } {
            let (_, pos, _) = self.last().into_parts();
            Written { pos, pending: Some(PendingField::new::<V, L>(value)), brand: PhantomData }
        } else {
            V::write(value, self.last())
        }
    }
}

impl<'id, F, L: Layout> NeedsFields<'id, F, L> {
    /// Returns the proof that all fields were written.
    ///
    /// ```
    /// use packed_data::{Compact, Packed};
    ///
    /// let built = Packed::<(u8, u8), Compact>::build(|needs| {
    ///     let fields = needs.fields();
    ///     let fields = fields.put(&1);
    ///     let fields = fields.put(&2);
    ///     fields.done() // does not compile while a field is missing
    /// });
    /// assert_eq!(built.as_bytes(), [1, 2]);
    /// ```
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub fn done(self) -> Filled<'id>
    where
        F: Empty,
    {
        // SAFETY: no field is left, so by N1 the value is written up to the place of the next one (W4).
        unsafe { Filled::at(self.place.end::<F, L>(self.writer)) }
    }
}

/// Returns the budget for a field at `pos` that is a level, and whether the limits allow it; if not, records the
/// failure. Also returns `pos`.
#[cfg_attr(not(debug_assertions), inline(always))]
fn charge_level<T: Field>(writer: &mut ValueWriter, budget: Budget, pos: usize) -> (Budget, bool, usize) {
    let left = budget.deeper_unchecked(const { level_stack::<T>() });
    if writer.allows(left, const { level_stack::<T>() }) {
        return (left, true, pos);
    }
    let (is_allowed, pos) = check_level::<T>(writer, left, pos);
    (left, is_allowed, pos)
}

/// Returns whether the limits allow the level at `pos`, after which this budget is left; and `pos`, as
/// [`grow`](super::grow) does.
#[cold]
#[inline(never)]
fn check_level<T: Field>(writer: &mut ValueWriter, left: Budget, pos: usize) -> (bool, usize) {
    let is_allowed = writer.check_level(left, const { level_stack::<T>() }, place_of::<ShapeOf<T>>(pos));
    (is_allowed, black_box(pos))
}
