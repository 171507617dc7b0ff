//! Places for values and their parts, whose types are erased: what is written there is described by tables.

use super::{WriteArray, WriteConstructor, WriteEnum, WriteField, WriteSequence, WriteStruct, WriteTable};
use crate::build::{Needs, close_sizes, open_sizes};
use crate::layout::{Backpatch, HeaderBackpatch, Layout};
use crate::shape::FieldPlace;
use crate::wire::budget::Budget;
use crate::wire::steps;
use crate::wire::value_writer::{Expected, ValueWriter};

/// The place for a value, whose type is erased: a [`Needs`] without its writer.
///
/// The places for parts have no writer either, because they wait in a list while a part is written. Their functions
/// require "the writer of the place": the one with which it was made, and to which nothing else was written since,
/// except in places that it returned.
#[derive(Clone, Copy)]
pub(crate) struct ValuePlace {
    /// W1 holds for it.
    pos: usize,
    /// At least this much capacity, in bytes, is reserved there.
    capacity: usize,
    budget: Budget,
}

impl ValuePlace {
    /// Returns the writer of `needs`, and the place.
    #[inline]
    pub(crate) fn of<L: Layout>(needs: Needs<'_, (), L>) -> (&mut ValueWriter, Self) {
        let (writer, pos, budget) = needs.into_parts();
        (writer, Self { pos, capacity: 0, budget })
    }

    /// Calls `write` with the place and its writer, and a fresh brand. W5 holds for the type of the table.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place.
    #[inline]
    pub(crate) unsafe fn fill<L: Layout, R>(
        self,
        writer: &mut ValueWriter,
        table: &WriteTable<L>,
        write: impl for<'x> FnOnce(Needs<'x, (), L>) -> R,
    ) -> R {
        // SAFETY: the caller promises the writer, which is used by nothing else meanwhile (W2). W1 holds for `pos`.
        unsafe {
            self.ensure(writer, table.reserved);
            write(Needs::new(writer, self.pos, self.budget))
        }
    }

    /// Ensures this capacity, unless it is known.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place.
    #[inline]
    unsafe fn ensure(self, writer: &mut ValueWriter, capacity: usize) {
        if self.capacity < capacity {
            // SAFETY: W1 holds for `pos`.
            unsafe { writer.ensure_capacity(self.pos, capacity) };
        }
    }
}

/// The place for the fields of a constructor, whose types are erased.
pub(crate) struct FieldsPlace {
    /// Invariant (N3): W6 holds for it, and after it there is the capacity for the leading fields that are not yet
    /// written that [`WriteField::capacity`] says.
    place: FieldPlace,
    budget: Budget,
    part: Part,
}

/// A part that is being written.
#[derive(Clone, Copy)]
struct Part {
    /// The offset at which it begins. W1 holds for it.
    start: usize,
    /// What [`open_sizes`] returned.
    held: usize,
}

impl Part {
    const NONE: Self = Self { start: 0, held: 0 };
}

impl<L: Layout> WriteStruct<L> {
    /// Begins a struct, as [`Needs::fields`] does; returns the place of its fields.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, which is for this struct.
    pub(crate) unsafe fn begin(&self, writer: &mut ValueWriter, place: ValuePlace) -> FieldsPlace {
        let ValuePlace { pos, budget, .. } = place;
        let of = &self.constructor;
        // SAFETY: W1 holds for `pos`. There is capacity for the beginning of the struct, and then for the leading
        // fields; so N3 holds, and W1 does.
        unsafe {
            place.ensure(writer, self.capacity);
            let head = FieldPlace::head_at(pos);
            let pos = (self.begin)(writer, pos, of.len, of.parts);
            let place = FieldPlace::begin_parts(writer, pos, head, of.parts, of.is_static);
            FieldsPlace { place, budget, part: Part::NONE }
        }
    }
}

impl<L: Layout> WriteEnum<L> {
    /// Begins constructor `tag`, as [`Needs::constructor`] does; returns the place of its fields.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, which is for this enum; `table` is its table, and `of` that of its
    /// constructor with this tag.
    pub(crate) unsafe fn begin(
        &self,
        writer: &mut ValueWriter,
        place: ValuePlace,
        (tag, of): (u32, &WriteConstructor<L>),
        table: &WriteTable<L>,
    ) -> FieldsPlace {
        let ValuePlace { pos, budget, .. } = place;
        if of.unpaid > 0 {
            writer.charge_empty(of.unpaid, table.place(pos));
        }
        // SAFETY: W1 holds for `pos`. There is capacity for the tag, and then for the leading fields; so N3 holds, and
        // W1 does.
        unsafe {
            // (Capacity for the tag, and for the leading fields of bounded size, is reserved once.)
            place.ensure(writer, self.capacity + of.capacity);
            let head = if self.unknown == Some(tag) { FieldPlace::NO_HEAD } else { FieldPlace::head_at(pos) };
            let pos = (self.begin)(writer, pos, tag, of.len, of.parts);
            let place = FieldPlace::begin_parts(writer, pos, head, of.parts, of.is_static);
            FieldsPlace { place, budget, part: Part::NONE }
        }
    }
}

impl<L: Layout> WriteField<L> {
    /// Returns the budget of the value of the field at `pos`, which may be a level of nesting; `None` beyond a limit.
    /// Then the whole value fails.
    #[cfg_attr(not(debug_assertions), inline(always))]
    fn enter(&self, writer: &mut ValueWriter, pos: usize, budget: Budget) -> Option<Budget> {
        let place = || (self.table)().place(pos);
        let budget = match self.level {
            Some(stack) => writer.deeper(budget, stack, place())?,
            None if self.nests => writer.require_stack(place()).then_some(budget)?,
            None => budget,
        };
        if self.is_deep_key { writer.enter_key(budget, place()) } else { Some(budget) }
    }
}

impl FieldsPlace {
    /// Writes the default of a field, which is absent from the value that is read.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. This is its next field, and it may be absent.
    #[cold]
    pub(crate) unsafe fn write_default<L: Layout>(&mut self, writer: &mut ValueWriter, field: &WriteField<L>) {
        let Some(default) = field.default else { unreachable!("the field may be absent") };
        // SAFETY: the caller promises the writer and the field.
        unsafe {
            if let Some(place) = self.begin_field(writer, field) {
                let end = place.fill(writer, (field.table)(), |needs| default(needs).end());
                self.end_field(writer, field, end);
            }
        }
    }

    /// Begins the next field, as [`NeedsFields::with`](crate::build::NeedsFields::with) does. `None` beyond a limit:
    /// then the field has ended, nothing was written, and the whole value fails.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. This is its next field.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin_field<L: Layout>(
        &mut self,
        writer: &mut ValueWriter,
        field: &WriteField<L>,
    ) -> Option<ValuePlace> {
        let source = &field.source;
        let mut pos = self.place.first(source.is_fixed);
        // SAFETY: by N3 W1 holds for `pos`, and so for the offsets that each of these functions returns.
        unsafe {
            if let Some(tag) = source.tag
                && !source.is_fixed
            {
                pos = L::write_tag(writer, pos, tag);
            }
            if source.is_sized {
                pos = L::begin_sized(writer, pos).start();
            }
        }
        self.part = Part { start: pos, held: open_sizes::<L>(writer, field.leaves_heads) };
        match field.enter(writer, pos, self.budget) {
            // (W1 holds for `pos`. By N3 there is capacity for a field of the static part, and for one whose size is
            // bounded; none is claimed for others.)
            Some(budget) => Some(ValuePlace { pos, capacity: field.capacity, budget }),
            None => {
                // SAFETY: the field was begun, and the writer has failed.
                unsafe { self.end_field(writer, field, pos) };
                None
            }
        }
    }

    /// Ends the field, whose value ends at `end`.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. This field was begun last, and its value is written up to `end`, unless the
    /// writer has failed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_field<L: Layout>(
        &mut self,
        writer: &mut ValueWriter,
        field: &WriteField<L>,
        mut end: usize,
    ) {
        let (source, Part { start, held }) = (&field.source, self.part);
        // SAFETY: the caller promises W1 for `end`, and so it holds for the offsets that each of these functions
        // returns. Capacity is ensured for the fields of bounded size after this one, so N3 holds again.
        unsafe {
            end = close_sizes::<L>(writer, field.leaves_heads, held, end);
            if source.is_sized {
                end = L::end_sized(writer, end, Backpatch::new(start));
            }
            if !source.is_fixed {
                writer.ensure_capacity(end, field.others_capacity);
            }
        }
        self.place = self.place.after(source.is_fixed, end);
    }

    /// Returns the place of the last field, with which the value ends.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. This is its next field, and the
    /// [end](crate::shape::table::FieldTable::is_end) of the value.
    pub(crate) unsafe fn last<L: Layout>(&self, writer: &mut ValueWriter, field: &WriteField<L>) -> ValuePlace {
        debug_assert!(field.source.is_end);
        self.place.leave_open(writer, field.has_head);
        // SAFETY: by N3 W1 holds for the offset.
        let pos = unsafe { field.before_last.begin::<L>(writer, self.place.first(false)) };
        // (W1 holds for `pos`, and there is capacity for the field, if its size is bounded and the layout writes
        // nothing before it. Otherwise none is claimed.)
        ValuePlace { pos, capacity: field.capacity, budget: self.budget }
    }

    /// Ends the fields, and returns the end of the value. `has_head` says whether a head states where they end.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. No field is left.
    pub(crate) unsafe fn done<L: Layout>(&self, writer: &mut ValueWriter, has_head: bool) -> usize {
        // SAFETY: by N3 the value is written up to the place of the next field.
        unsafe { self.place.end_by::<L>(writer, has_head) }
    }
}

impl<L: Layout> WriteArray<L> {
    /// Begins an array of `len` elements, as [`Needs::array`] does; returns the place of the elements.
    ///
    /// # Errors
    ///
    /// Beyond a limit, and after a failure, the whole value fails; returns its end.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, which is for this array; `len` is the number of its elements, and `table`
    /// the table of the array.
    pub(crate) unsafe fn begin(
        &'static self,
        writer: &mut ValueWriter,
        place: ValuePlace,
        len: usize,
        table: &WriteTable<L>,
    ) -> Result<ArrayPlace<L>, usize> {
        let ValuePlace { pos, budget, .. } = place;
        let budget = match self.level {
            Some(stack) => writer.deeper(budget, stack, table.place(pos)),
            None => Some(budget),
        };
        // (After a failure, more elements without bytes than the limit allows would take long.)
        let Some(budget) = budget.filter(|_| !writer.has_failed()) else {
            // SAFETY: W1 holds for `pos`, and the writer has failed.
            return Err(unsafe { table.unwritten(writer, pos) });
        };
        // SAFETY: W1 holds for `pos`. If the size of the array is static, `ensure` has reserved it, so N4 holds.
        unsafe {
            place.ensure(writer, table.size.unwrap_or(0));
            Ok(ArrayPlace { pos: (self.begin)(writer, pos, len), budget, table: self, part: Part::NONE })
        }
    }
}

/// The place for the elements of an array, whose types are erased.
pub(crate) struct ArrayPlace<L: Layout> {
    /// The offset of the next element. Invariant (N4): W1 holds for it, and all elements before it are written, unless
    /// the writer has failed. If the size of the array is static, there is capacity for the rest of it.
    pos: usize,
    budget: Budget,
    table: &'static WriteArray<L>,
    part: Part,
}

impl<L: Layout> ArrayPlace<L> {
    /// Begins the next element. `is_sized` says whether its size is before it.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, which has one more element.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin_element(&mut self, writer: &mut ValueWriter, is_sized: bool) -> ValuePlace {
        steps::count(1);
        let (pos, capacity) = if is_sized {
            // SAFETY: by N4 W1 holds for `pos`.
            (unsafe { L::begin_sized(writer, self.pos) }.start(), 0)
        } else {
            (self.pos, self.table.capacity)
        };
        self.part = Part { start: pos, held: open_sizes::<L>(writer, self.table.leaves_heads) };
        // (W1 holds for `pos`. A capacity is claimed only if the size of the array is static: by N4 there is one.)
        ValuePlace { pos, capacity, budget: self.budget }
    }

    /// Ends an element, whose value ends at `end`.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. An element was begun last, with the same `is_sized`, and its value is
    /// written up to `end`, unless the writer has failed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_element(&mut self, writer: &mut ValueWriter, is_sized: bool, end: usize) {
        let Part { start, held } = self.part;
        // SAFETY: the caller promises W1 for `end`, and so it holds for the offsets that these functions return.
        unsafe {
            let end = close_sizes::<L>(writer, self.table.leaves_heads, held, end);
            self.pos = if is_sized { L::end_sized(writer, end, Backpatch::new(start)) } else { end };
        }
    }

    /// Ends the array, of which no element is left, and returns its end.
    pub(crate) fn done(&self, writer: &mut ValueWriter) -> usize {
        if const { L::FORMAT.has_byte_strings() } {
            writer.in_string = false;
        }
        self.pos
    }
}

impl<L: Layout> WriteSequence<L> {
    /// Begins a sequence, as [`Needs::sequence`] does; returns the place of the elements.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, which is for this sequence.
    pub(crate) unsafe fn begin(
        &'static self,
        writer: &mut ValueWriter,
        place: ValuePlace,
        expected: usize,
    ) -> ElementsPlace<L> {
        let ValuePlace { pos, budget, .. } = place;
        let budget = (self.enter)(writer, budget, pos).unwrap_or(Budget::NONE);
        // SAFETY: W1 holds for `pos`.
        let backpatch = unsafe { (self.begin)(writer, pos, Expected::Perhaps(expected)) };
        let starts = self.is_sorted.then(|| writer.recorded_starts());
        let pos = backpatch.elements();
        ElementsPlace { pos, budget, backpatch, count: 0, starts, table: self, part: Part::NONE }
    }
}

/// The place for the elements of a sequence, whose types are erased.
pub(crate) struct ElementsPlace<L: Layout> {
    /// Invariant (H3): as H2, for [`ItemWriter`](crate::build::ItemWriter).
    pos: usize,
    budget: Budget,
    backpatch: HeaderBackpatch<L::TableBackpatch>,
    count: usize,
    /// Invariant (H4): as H1.
    starts: Option<usize>,
    table: &'static WriteSequence<L>,
    part: Part,
}

impl<L: Layout> ElementsPlace<L> {
    /// Begins one more element.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place, and nothing has failed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn begin_element(&mut self, writer: &mut ValueWriter) -> ValuePlace {
        steps::count(1);
        let table = self.table;
        // SAFETY: by H3 W1 holds for `pos`, and so for the offset that the function returns. The elements before this
        // one were written, because the writer has not failed.
        let pos = unsafe {
            let pos = (table.begin_element)(writer, self.pos);
            writer.ensure_capacity(pos, table.capacity);
            pos
        };
        if table.has_table && writer.has_insertions(self.backpatch.elements()) {
            writer.record_element(pos);
        }
        if self.starts.is_some() {
            writer.record_start(pos);
        }
        self.part = Part { start: pos, held: open_sizes::<L>(writer, table.leaves_heads) };
        // (W1 holds for `pos`, and the capacity is ensured.)
        ValuePlace { pos, capacity: table.capacity, budget: self.budget }
    }

    /// Ends an element, whose value ends at `end`.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. An element was begun last, and its value is written up to `end`, unless the
    /// writer has failed.
    #[cfg_attr(not(debug_assertions), inline(always))]
    pub(crate) unsafe fn end_element(&mut self, writer: &mut ValueWriter, end: usize) {
        let (table, Part { start, held }) = (self.table, self.part);
        // SAFETY: the caller promises W1 for `end`, and so it holds for the offsets that these functions return.
        unsafe {
            let end = close_sizes::<L>(writer, table.leaves_heads, held, end);
            (table.charge_element)(writer, start, end);
            self.pos = match self.starts {
                None => (table.end_element)(writer, end, &mut self.backpatch),
                // (The element may be moved yet.)
                Some(_) => end,
            };
        }
        self.count += 1;
    }

    /// Ends the sequence, and returns its end.
    ///
    /// # Safety
    ///
    /// `writer` is the writer of the place. No element is begun that has not ended.
    pub(crate) unsafe fn done(&self, writer: &mut ValueWriter) -> usize {
        // SAFETY: by H3 W1 holds for `pos`, and unless the writer has failed, `count` elements are written; by H4 the
        // list has their beginnings from `starts` on. The sequence is written up to the end that is returned.
        unsafe { (self.table.end)(writer, self.pos, self.backpatch, self.count, self.starts) }
    }
}
