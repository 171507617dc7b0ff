//! Rewriting: copies a value, and applies rules to certain values inside it.
//!
//! A rule applies to all values of a type. A `Plan` is made once: for each type that a value can contain, it has a node
//! that says whether a rule applies to that type, and whether one applies to a type inside it. Values to which neither
//! applies are copied as bytes. The others are taken apart and written anew, by the tables of their types
//! ([`WriteTable`](crate::build::table::WriteTable)): so all of it is compiled once for each layout. It is one loop:
//! the values around the one that is taken apart wait in a list, so that only rules take stack.

use alloc::boxed::Box;
use alloc::vec::Vec;
use core::any::TypeId;

use super::rewrite_parts::{Next, Parts};
use super::rewrite_plan::Node;
pub(crate) use super::rewrite_plan::{Plan, id_of};
use crate::build::table::place::ValuePlace;
use crate::build::{Filled, Needs};
use crate::layout::{Layout, Position, ReadLayout};
use crate::shape::table::ShapeTable;
use crate::wire::steps;
use crate::wire::value_writer::ValueWriter;

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
/// A valid value of the type of `node` is stored at `pos`, and `needs` is a place for one.
pub(crate) unsafe fn rewrite_value<'n, L: Layout>(
    pos: L::Pos,
    needs: Needs<'n, (), L>,
    node: usize,
    own: Own,
    rewriting: &Rewriting<'_, L>,
) -> (L::Pos, Filled<'n>) {
    let (writer, place) = ValuePlace::of(needs);
    let node = rewriting.plan.at(node);
    // SAFETY: the caller promises the value and the place. The new value is written up to the end that these functions
    // return (W4).
    unsafe {
        let written = match own {
            Own::Applies => write_whole(pos, writer, place, node, rewriting),
            Own::Left => copy_whole(pos, writer, place, node),
        };
        let (end, at) = written.unwrap_or_else(|place| rewrite_parts((pos, place, node), writer, rewriting));
        (end_of::<L>(node.shape, pos, end), Filled::at(at))
    }
}

/// Takes a value apart and rewrites its parts; returns the end of its innermost last field, and where the new value
/// ends. The values around the one that is taken apart wait in a list, so that nesting takes no stack.
///
/// # Safety
///
/// A valid value of the type of the node is stored at the position. `writer` is the writer of the place, which is for
/// such a value. A rule is for a type inside it.
unsafe fn rewrite_parts<'r, L: Layout>(
    (mut pos, mut place, mut node): (L::Pos, ValuePlace, &'r Node<L>),
    writer: &mut ValueWriter,
    rewriting: &Rewriting<'r, L>,
) -> (L::Pos, usize) {
    let mut around = Vec::new();
    loop {
        // SAFETY: the caller promises the value and the place, and so does `next` for a part. Each value is written by
        // the writer with which it was begun, and nothing but its parts; it ends with its last field, or when no part
        // is left.
        unsafe {
            let mut parts = Parts::begin(pos, writer, place, node, rewriting.plan);
            let mut part = None;
            (pos, place, node) = loop {
                match parts.next(part.take(), writer, rewriting) {
                    Next::Part(pos, place, node) => {
                        around.push(parts);
                        break (pos, place, node);
                    }
                    Next::Last(pos, place, node) => break (pos, place, node),
                    Next::End(end, at) => match around.pop() {
                        Some(outer) => (parts, part) = (outer, Some((end, at))),
                        None => return (end, at),
                    },
                }
            };
        }
    }
}

/// Writes one value, by the rule for its type if there is one, otherwise as [`copy_whole`] does. Returns the end of the
/// innermost last field of the value, and where the new value ends.
///
/// # Errors
///
/// Returns the place for the value, if it must be taken apart.
///
/// # Safety
///
/// A valid value of the type of `node` is stored at `pos`. `writer` is the writer of the place, which is for such a
/// value.
pub(super) unsafe fn write_whole<L: Layout>(
    pos: L::Pos,
    writer: &mut ValueWriter,
    mut place: ValuePlace,
    node: &Node<L>,
    rewriting: &Rewriting<'_, L>,
) -> Result<(L::Pos, usize), ValuePlace> {
    steps::count(1);
    if let Some(rule) = node.rule {
        // SAFETY: the rule is for the type of the node, and the caller promises the value and the place.
        let applied = unsafe {
            let rewriting = Rewriting { here: node.index, ..*rewriting };
            let apply = &rewriting.rules[rule].apply;
            place.fill(writer, node.table, |needs| match apply.apply(pos, needs, rewriting) {
                Ok((end, filled)) => Ok((end, filled.end())),
                Err(needs) => Err(ValuePlace::of(needs).1),
            })
        };
        match applied {
            Ok(written) => return Ok(written),
            Err(left) => place = left,
        }
    }
    // SAFETY: the caller's promise is passed on.
    unsafe { copy_whole(pos, writer, place, node) }
}

/// Copies one value, if no rule is for a type inside it. Returns what [`write_whole`] does.
///
/// # Errors
///
/// Returns the place for the value, if it must be taken apart.
///
/// # Safety
///
/// As for [`write_whole`].
unsafe fn copy_whole<L: Layout>(
    pos: L::Pos,
    writer: &mut ValueWriter,
    place: ValuePlace,
    node: &Node<L>,
) -> Result<(L::Pos, usize), ValuePlace> {
    if node.is_changed_inside {
        return Err(place);
    }
    // SAFETY: the caller promises the value and the place.
    unsafe {
        let end = node.shape.skip(pos);
        Ok((end, place.fill(writer, node.table, |needs| node.table.copy(needs, pos.value_bytes(end)).end())))
    }
}

/// Returns the end of the value at `start`, given the end of its innermost last field.
///
/// # Safety
///
/// A valid value of this shape is stored at `start`, and its innermost last field ends at `end`.
pub(super) unsafe fn end_of<L: Layout>(shape: &ShapeTable<L>, start: L::Pos, end: L::Pos) -> L::Pos {
    // SAFETY: the caller promises the value and the end.
    unsafe { shape.stated_end(start).unwrap_or_else(|| L::finish_trailing(end)) }
}
