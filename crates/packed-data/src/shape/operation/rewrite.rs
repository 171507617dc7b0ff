//! Rewriting: copies a value, and applies rules to certain values inside it.
//!
//! A rule applies to all values of a type. A `Plan` is made once: for each type that a value can contain, it has a node
//! that says whether a rule applies to that type, and whether one applies to a type inside it. Values to which neither
//! applies are copied as bytes. The others are taken apart and written anew, by the tables of their types
//! ([`WriteTable`](crate::build::table::WriteTable)): so all of it is compiled once for each layout. It is trampolined:
//! a last field that contains a change is left to the loop in `finish`.

use alloc::boxed::Box;
use core::any::TypeId;

pub(crate) use super::rewrite_plan::{Plan, id_of};
use crate::build::table::{FieldsPlace, WriteFields, WriteParts};
use crate::build::{Filled, Needs};
use crate::layout::{Frame, Layout, Position, ReadLayout, Remaining};
use crate::shape::FieldPos;
use crate::shape::table::PartTables;
use crate::wire::steps;

/// A rule: a function that writes values of one type anew.
pub(crate) struct Rule<'f, L> {
    pub(crate) id: TypeId,
    pub(crate) apply: Box<dyn Apply<L> + 'f>,
}

/// The end of a value that was read, and the proof that the new one was written; or the place, if the rule left the
/// value as it is.
pub(crate) type Applied<'n, T, L> = Result<(<L as ReadLayout>::Pos, Filled<'n>), Needs<'n, T, L>>;

/// The function of a rule, whose type is erased.
pub(crate) trait Apply<L: Layout> {
    /// Applies the rule to the value at `pos`.
    ///
    /// # Safety
    ///
    /// A valid value of the type of the rule is stored at `pos`, and `needs` is a place for such a value.
    unsafe fn apply<'n>(&self, pos: L::Pos, needs: Needs<'n, (), L>, rewriting: Rewriting<'_, L>)
    -> Applied<'n, (), L>;
}

/// A rewriting in progress: the third argument of a rule. With it a rule goes on inside a value.
///
/// ```
/// use packed_data::Packed;
///
/// // Swaps the parts of each pair, and applies the rule for numbers to them.
/// let packed = Packed::<Vec<(u8, u8)>>::pack(&vec![(1, 2), (3, 4)]);
/// let changed = packed.rewrite(|rules| {
///     rules.on::<u8>(|n, needs, _| n.read().map(|n| needs.put(&(n * 10)))).on::<(u8, u8)>(|pair, needs, rewriting| {
///         let first = pair.fields();
///         let new = needs.fields().with(|needs| first.skip().with(|second| rewriting.rewrite(second, needs)).0);
///         let (new, second) = (new.with(|needs| first.with(|first| rewriting.rewrite(first, needs)).0), first.skip());
///         second.skip().done(new.done())
///     })
/// });
/// assert_eq!(changed, Packed::pack(&vec![(20, 10), (40, 30)]));
/// ```
pub struct Rewriting<'r, L: Layout> {
    pub(crate) plan: &'r Plan<L>,
    pub(crate) rules: &'r [Rule<'r, L>],
    /// The node of the type of the rule that is applied.
    pub(crate) here: usize,
}

impl<L: Layout> Clone for Rewriting<'_, L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Rewriting<'_, L> {}

/// The result of a bounce of rewriting.
enum Rewritten<'n, L: Layout> {
    /// The value ends at this position, and the new one was written.
    End(L::Pos, Filled<'n>),
    /// A last field remains, to be read at this position and written at this place, of the type of this node.
    Continue(L::Pos, Needs<'n, (), L>, usize),
}

/// Handles one value as one bounce: by the rule for its type if there is one, otherwise as [`inside`] does.
///
/// # Safety
///
/// A valid value of the type of `node` is stored at `pos`, and `needs` is a place for one.
unsafe fn step<'n, L: Layout>(
    pos: L::Pos,
    mut needs: Needs<'n, (), L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    steps::count(1);
    if let Some(rule) = rewriting.plan.rule(node) {
        // SAFETY: the rule is for the type of the node.
        match unsafe { rewriting.rules[rule].apply.apply(pos, needs, Rewriting { here: node, ..*rewriting }) } {
            Ok((end, filled)) => return Rewritten::End(end, filled),
            Err(same) => needs = same,
        }
    }
    // SAFETY: the caller's promise is passed on.
    unsafe { inside(pos, needs, node, rewriting) }
}

/// Runs bounces until the value is written: the trampoline.
///
/// # Safety
///
/// `rewritten` was returned by a bounce of this rewriting.
unsafe fn finish<'n, L: Layout>(mut rewritten: Rewritten<'n, L>, rewriting: &Rewriting<'_, L>) -> (L::Pos, Filled<'n>) {
    loop {
        match rewritten {
            // SAFETY: the innermost last field of the value ends at `end`.
            Rewritten::End(end, filled) => return (unsafe { L::finish_trailing(end) }, filled),
            Rewritten::Continue(pos, needs, node) => {
                // SAFETY: a bounce returns the position of a valid value, its node, and a place for it.
                rewritten = unsafe { step(pos, needs, node, rewriting) };
            }
        }
    }
}

/// Whether the rule for a value's own type applies to it.
#[derive(Clone, Copy, PartialEq, Eq)]
pub(crate) enum Own {
    /// It does.
    Applies,
    /// Rules apply only to values inside the value.
    Left,
}

/// Rewrites one value; returns its end.
///
/// # Safety
///
/// As for [`step`].
pub(crate) unsafe fn rewrite_value<'n, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    own: Own,
    rewriting: &Rewriting<'_, L>,
) -> (L::Pos, Filled<'n>) {
    // SAFETY: the caller's promise is passed on.
    unsafe {
        let end_by_head = (rewriting.plan.table(node).shape)().stated_end(pos);
        let rewritten = match own {
            Own::Applies => step(pos, needs, node, rewriting),
            Own::Left => inside(pos, needs, node, rewriting),
        };
        let (end, filled) = finish(rewritten, rewriting);
        (end_by_head.unwrap_or(end), filled)
    }
}

/// Handles one value, without the rule for its own type, as one bounce: takes it apart if a rule is for a type inside
/// it, and writes it anew from its rewritten parts; otherwise copies it. Returns the end of the value.
///
/// # Safety
///
/// As for [`step`].
unsafe fn inside<'n, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    let plan = rewriting.plan;
    let table = plan.table(node);
    let shape = (table.shape)();
    // SAFETY: the caller promises the value, and a place for one: a struct or enum has valid fields where the layout
    // enters it, an array and a sequence as many valid elements as the type or the header says. The tables of both
    // kinds are of the same type.
    unsafe {
        if !plan.is_changed_inside(node) {
            let end = shape.skip(pos);
            return Rewritten::End(end, table.copy(needs, pos.value_bytes(end)));
        }
        match (&shape.parts, &table.parts) {
            (PartTables::Fields(from), WriteParts::Fields(to)) => {
                let (_, from) = from.enter(pos);
                let fields = (to.constructor.fields)();
                rewrite_fields(fields, from, to.begin(needs), plan.parts(node, 0), rewriting)
            }
            (PartTables::Constructors(from), WriteParts::Constructors(to)) => {
                let (tag, _, from) = from.enter(pos);
                let (fields, place) = to.begin(needs, tag, table);
                rewrite_fields(fields, from, place, plan.parts(node, tag), rewriting)
            }
            (PartTables::Array(from), WriteParts::Array(to)) => {
                let element = plan.parts(node, 0)[0];
                let (state, mut at) = from.enter(pos);
                let is_sized = |index| from.is_sized(index);
                let (mut done, mut end) = (false, pos);
                let filled = to.write(needs, from.len, table, is_sized, |needs, index| {
                    let filled;
                    (at, filled) =
                        rewrite_value(from.enter_element(at, index), needs, element, Own::Applies, rewriting);
                    done = index + 1 == from.len;
                    filled
                });
                // (Beyond a limit not all elements were read, and the whole value fails.)
                end = if done { L::leave::<()>(state, at) } else { shape.skip(end) };
                Rewritten::End(end, filled)
            }
            (PartTables::Elements(from), WriteParts::Elements(to)) => {
                let element = plan.parts(node, 0)[0];
                let (mut remaining, mut at) = L::RemainingElements::first(from.header(pos));
                let mut place = to.begin(needs, remaining.left().unwrap_or(0));
                while !place.has_failed()
                    && let Some(start) = remaining.next(at)
                {
                    place.push(|needs| {
                        let filled;
                        (at, filled) = rewrite_value(start, needs, element, Own::Applies, rewriting);
                        filled
                    });
                }
                // (After a failure, more elements without bytes than the limit allows would take long one by one.)
                let end = if place.has_failed() { from.skip_remaining(remaining, at) } else { remaining.after(at) };
                Rewritten::End(end, place.done())
            }
            _ => unreachable!("only a type with parts is changed inside"),
        }
    }
}

/// Rewrites fields, as one bounce. Returns the end of the fields.
///
/// # Safety
///
/// Valid fields of these tables are stored at `from`, `place` is one for such fields, and `nodes` are their nodes.
unsafe fn rewrite_fields<'n, L: Layout>(
    mut fields: WriteFields<L>,
    mut from: FieldPos<L>,
    mut place: FieldsPlace<'n>,
    nodes: &[usize],
    rewriting: &Rewriting<'_, L>,
) -> Rewritten<'n, L> {
    let mut nodes = nodes.iter();
    loop {
        let (field, node) = match (fields, nodes.next()) {
            (WriteFields::First(field), Some(node)) => (field, *node),
            (WriteFields::First(_), None) => unreachable!("each field has a node"),
            (WriteFields::End { leave, has_head }, _) => {
                // SAFETY: there are no more fields, so all fields end at this position; and the place has none left.
                return unsafe { Rewritten::End(leave(from.0, from.1), place.done::<L>(has_head)) };
            }
        };
        fields = (field.others)();
        let source = &field.source;
        // SAFETY: the caller promises valid fields, of which this is the next one, except for those that are absent;
        // and a place for them.
        unsafe {
            if source.is_absent(from) {
                place = place.write_default(field);
                continue;
            }
            let value = source.enter(from);
            if source.is_end && rewriting.plan.is_changed(node) {
                return Rewritten::Continue(from.0.last(value), place.last(field), node);
            }
            let mut end = None;
            place = place.write(field, |needs| {
                let (field_end, filled) = rewrite_value(value, needs, node, Own::Applies, rewriting);
                end = Some(field_end);
                filled
            });
            // (Beyond a limit the closure was not called: nothing was written or read, and the whole value fails.)
            from = match end {
                Some(end) => source.after(from, end),
                None => source.jump(from),
            };
        }
    }
}
