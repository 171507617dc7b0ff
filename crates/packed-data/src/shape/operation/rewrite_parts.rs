//! The parts of a value that a rewriting takes apart: which is next, and where it is read and written.

use super::rewrite::{Rewriting, end_of, write_whole};
use super::rewrite_plan::{Node, Plan, PlannedFields, PlannedParts};
use crate::build::table::WriteParts;
use crate::build::table::place::{ArrayPlace, ElementsPlace, FieldsPlace, ValuePlace};
use crate::layout::{Frame, Layout, Remaining};
use crate::shape::FieldPos;
use crate::shape::table::{ArrayTable, PartTables, SequenceTable};
use crate::wire::value_writer::ValueWriter;

/// What comes next in a value that was taken apart.
pub(super) enum Next<'r, L: Layout> {
    /// A part that must be taken apart too, to be read at this position and written at this place, of the type of this
    /// node.
    Part(L::Pos, ValuePlace, &'r Node<L>),
    /// The same for the last field, if the value ends with it.
    Last(L::Pos, ValuePlace, &'r Node<L>),
    /// Nothing: the innermost last field of the value ends at this position, and the new value at this offset.
    End(L::Pos, usize),
}

/// The parts of a value that are not yet rewritten.
pub(super) enum Parts<'r, L: Layout> {
    Fields(Fields<'r, L>),
    Array(Array<'r, L>),
    Elements(Elements<'r, L>),
    /// Nothing is written, because the whole value failed: the value ends at this position and this offset.
    Failed(L::Pos, usize),
}

/// The fields of a struct or constructor.
pub(super) struct Fields<'r, L: Layout> {
    fields: &'r PlannedFields<L>,
    /// The number of fields that were read.
    index: usize,
    from: FieldPos<L>,
    place: FieldsPlace,
    /// The position of the field that is written.
    part: L::Pos,
}

/// The elements of an array.
pub(super) struct Array<'r, L: Layout> {
    table: &'static ArrayTable<L>,
    /// The node of the elements.
    node: &'r Node<L>,
    state: L::FieldState,
    /// The number of elements that were read.
    index: usize,
    /// The position of the next element, or of the one that is written.
    at: L::Pos,
    place: ArrayPlace<L>,
}

/// The elements of a sequence.
pub(super) struct Elements<'r, L: Layout> {
    table: &'static SequenceTable<L>,
    /// The node of the elements.
    node: &'r Node<L>,
    remaining: L::RemainingElements,
    /// The end of the element before the next, or the position of the one that is written.
    at: L::Pos,
    place: ElementsPlace<L>,
}

impl<'r, L: Layout> Parts<'r, L> {
    /// Takes a value apart.
    ///
    /// # Safety
    ///
    /// A valid value of the type of `node` is stored at `pos`. `writer` is the writer of the place, which is for such a
    /// value. A rule is for a type inside it.
    pub(super) unsafe fn begin(
        pos: L::Pos,
        writer: &mut ValueWriter,
        place: ValuePlace,
        node: &'r Node<L>,
        plan: &'r Plan<L>,
    ) -> Self {
        let Node { table, shape, parts, .. } = node;
        // SAFETY: the caller promises the value, and a place for one: a struct or enum has valid fields where the
        // layout enters it, an array and a sequence as many valid elements as the type or the header says. The tables
        // of both kinds, and the plan, are of the same type.
        unsafe {
            match (&shape.parts, &table.parts, parts) {
                (PartTables::Fields(from), WriteParts::Fields(to), PlannedParts::Fields(fields)) => {
                    let ((_, from), place) = (from.enter(pos), to.begin(writer, place));
                    Self::Fields(Fields { fields: &fields[0], index: 0, from, place, part: pos })
                }
                (PartTables::Constructors(from), WriteParts::Constructors(to), PlannedParts::Fields(constructors)) => {
                    let (tag, _, from) = from.enter(pos);
                    let fields = &constructors[tag as usize];
                    let place = to.begin(writer, place, (tag, fields.table), table);
                    Self::Fields(Fields { fields, index: 0, from, place, part: pos })
                }
                (PartTables::Array(from), WriteParts::Array(to), PlannedParts::Elements(node)) => {
                    match to.begin(writer, place, from.len, table) {
                        Ok(place) => {
                            let (state, at) = from.enter(pos);
                            Self::Array(Array { table: from, node: plan.at(*node), state, index: 0, at, place })
                        }
                        Err(at) => Self::Failed(shape.skip(pos), at),
                    }
                }
                (PartTables::Elements(from), WriteParts::Elements(to), PlannedParts::Elements(node)) => {
                    let (remaining, at) = L::RemainingElements::first(from.header(pos));
                    let place = to.begin(writer, place, remaining.left().unwrap_or(0));
                    Self::Elements(Elements { table: from, node: plan.at(*node), remaining, at, place })
                }
                _ => unreachable!("only a type with parts is changed inside"),
            }
        }
    }

    /// Ends `part`, which was taken apart, if any: given the end of its innermost last field, and where it was written
    /// up to. Then writes the parts up to the next that must be taken apart.
    ///
    /// # Safety
    ///
    /// The value was begun with this writer, by the plan of this rewriting. Nothing was written since but its parts.
    /// `part` is the part that was returned last, if any; it was not the last field.
    pub(super) unsafe fn next(
        &mut self,
        part: Option<(L::Pos, usize)>,
        writer: &mut ValueWriter,
        rewriting: &Rewriting<'r, L>,
    ) -> Next<'r, L> {
        // SAFETY: the caller's promise is passed on.
        unsafe {
            match self {
                Self::Fields(fields) => fields.next(part, writer, rewriting),
                Self::Array(array) => array.next(part, writer, rewriting),
                Self::Elements(elements) => elements.next(part, writer, rewriting),
                Self::Failed(end, at) => Next::End(*end, *at),
            }
        }
    }
}

impl<'r, L: Layout> Fields<'r, L> {
    /// # Safety
    ///
    /// As for [`Parts::next`].
    unsafe fn next(
        &mut self,
        mut part: Option<(L::Pos, usize)>,
        writer: &mut ValueWriter,
        rewriting: &Rewriting<'r, L>,
    ) -> Next<'r, L> {
        // SAFETY: the value has valid fields, of which each is the next one in turn, except for those that are absent;
        // and the place is for them. After all of them, the value ends.
        unsafe {
            while let Some(&(field, node)) = self.fields.fields.get(self.index) {
                let (source, node) = (&field.source, rewriting.plan.at(node));
                let (end, at) = match part.take() {
                    Some(written) => written,
                    None if source.is_absent(self.from) => {
                        self.place.write_default(writer, field);
                        self.index += 1;
                        continue;
                    }
                    None => {
                        self.part = source.enter(self.from);
                        if source.is_end && node.is_changed() {
                            let (pos, place) = (self.from.0.last(self.part), self.place.last(writer, field));
                            return match write_whole(pos, writer, place, node, rewriting) {
                                Ok((end, at)) => Next::End(end, at),
                                Err(place) => Next::Last(pos, place, node),
                            };
                        }
                        let Some(place) = self.place.begin_field(writer, field) else {
                            // (Beyond a limit nothing was written, and the whole value fails.)
                            self.from = source.jump(self.from);
                            self.index += 1;
                            continue;
                        };
                        match write_whole(self.part, writer, place, node, rewriting) {
                            Ok(written) => written,
                            Err(place) => return Next::Part(self.part, place, node),
                        }
                    }
                };
                self.place.end_field(writer, field, at);
                self.from = source.after(self.from, end_of::<L>(node.shape, self.part, end));
                self.index += 1;
            }
            let (end, (state, pos)) = (&self.fields.end, self.from);
            Next::End((end.leave)(state, pos), self.place.done::<L>(writer, end.has_head))
        }
    }
}

impl<'r, L: Layout> Array<'r, L> {
    /// # Safety
    ///
    /// As for [`Parts::next`].
    unsafe fn next(
        &mut self,
        mut part: Option<(L::Pos, usize)>,
        writer: &mut ValueWriter,
        rewriting: &Rewriting<'r, L>,
    ) -> Next<'r, L> {
        let Self { table, node, state, index, at, place } = self;
        // SAFETY: the array has as many elements, of which each is the next one in turn, and the place is for them.
        // After all of them, the array ends.
        unsafe {
            loop {
                if let Some((end, written)) = part {
                    place.end_element(writer, table.is_sized(*index), written);
                    *at = end_of::<L>(node.shape, *at, end);
                    *index += 1;
                }
                if *index == table.len {
                    return Next::End(L::leave::<()>(*state, *at), place.done(writer));
                }
                *at = table.enter_element(*at, *index);
                let place = place.begin_element(writer, table.is_sized(*index));
                match write_whole(*at, writer, place, node, rewriting) {
                    Ok(written) => part = Some(written),
                    Err(place) => return Next::Part(*at, place, node),
                }
            }
        }
    }
}

impl<'r, L: Layout> Elements<'r, L> {
    /// # Safety
    ///
    /// As for [`Parts::next`].
    unsafe fn next(
        &mut self,
        mut part: Option<(L::Pos, usize)>,
        writer: &mut ValueWriter,
        rewriting: &Rewriting<'r, L>,
    ) -> Next<'r, L> {
        let Self { table, node, remaining, at, place } = self;
        // SAFETY: the sequence has the remaining elements, of which each is the next one in turn, and the place is for
        // them. After all of them, the sequence ends.
        unsafe {
            loop {
                if let Some((end, written)) = part {
                    place.end_element(writer, written);
                    *at = end_of::<L>(node.shape, *at, end);
                }
                if writer.has_failed() {
                    // (More elements without bytes than the limit allows would take long one by one.)
                    return Next::End(table.skip_remaining(*remaining, *at), place.done(writer));
                }
                let Some(pos) = remaining.next(*at) else {
                    return Next::End(remaining.after(*at), place.done(writer));
                };
                *at = pos;
                let place = place.begin_element(writer);
                match write_whole(pos, writer, place, node, rewriting) {
                    Ok(written) => part = Some(written),
                    Err(place) => return Next::Part(pos, place, node),
                }
            }
        }
    }
}
