//! Where large subtrees are, for layouts that do not store sizes.

use alloc::vec::Vec;
use core::marker::PhantomData;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::SMALL;
use super::table::{InvalidTable, SideTable, Subtree};
use super::with_table::without_conditions;
use crate::layout::{Layout, Position};
use crate::shape::table::ShapeTable;
use crate::shape::visit::{Chosen, Flow, Visitor, visit_root};
use crate::shape::{Shape, skip_value};
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;

/// A subtree of fewer bytes than this is not in a table, which has 16 bytes for each. So it has at most 5 % of the
/// bytes.
const LEAST: usize = SMALL / 128;

/// The greatest subtrees of at most this number of bytes are in a table.
const GREATEST: usize = SMALL / 2;

const _: () = assert!(cfg!(miri) || LEAST >= 16 * 20);

/// Walks over the value of shape `S` in `bytes`, and returns the table of its subtrees.
///
/// # Safety
///
/// A valid value of this shape, in layout `L`, is stored at the beginning of the bytes.
pub(super) unsafe fn walk<S: Shape, L: Layout>(bytes: &[u8]) -> SideTable {
    // SAFETY: offset 0 is not greater than the length.
    let root = unsafe { L::Pos::at(bytes, 0) };
    let mut noting = Noting::<L> { root, open: Vec::new(), closed: Vec::new(), last: 0 };
    let (shape, levels) = (ShapeTable::of::<S>(), Levels::within(&Limits::DEFAULT));
    // SAFETY: the caller promises the value.
    let visited = unsafe { visit_root(root, shape, &Chosen::of(Chosen::add_shape::<S>), &mut noting, levels) };
    let mut starts = noting.closed;
    if visited.is_err() {
        // (It nests more deeply than a fold may; nothing is divided.)
        starts.clear();
    }
    // (The exact ends are found in parallel. The sizes until now are a little too small: they end where the last such
    // value in the subtree begins.)
    let subtrees = starts.par_iter().with_min_len(16).map(|start| {
        // SAFETY: the visit found a valid value of this shape there, within these bytes.
        let size = unsafe {
            let pos = L::Pos::at(bytes, *start);
            pos.bytes_to(skip_value::<S, L>(pos)).len()
        };
        [*start as u64, (*start + size) as u64]
    });
    SideTable::of_subtrees(bytes.len(), subtrees.collect())
}

/// Proves that a table is that of the value in `bytes`: that a valid value of its shape is between each two marks, and
/// that the value has a subtree there.
///
/// # Safety
///
/// As for [`walk`].
pub(super) unsafe fn prove<S: Shape, L: Layout>(bytes: &[u8], table: &SideTable) -> Result<(), InvalidTable> {
    if table.whole != bytes.len() {
        return Err(InvalidTable::Length { stated: table.whole, actual: bytes.len() });
    }
    if table.subtrees().len() != table.len() {
        return Err(InvalidTable::Kind);
    }
    if let Some(index) = table.find_wrong::<S, L>(bytes, None, without_conditions::<L>, drop) {
        return Err(table.wrong(index));
    }
    // (The walk jumps over each subtree of the table, so it is short.)
    // SAFETY: each subtree was checked just now, so Y12 holds. The caller promises the value.
    let (visited, found) = unsafe {
        let root = L::Pos::at(bytes, 0);
        let mut finding = Finding::<S, L> { jumps: Jumps::new(root, table.subtrees()), found: 0 };
        let (shape, levels) = (ShapeTable::of::<S>(), Levels::within(&Limits::DEFAULT));
        (visit_root(root, shape, &Chosen::of(Chosen::add_shape::<S>), &mut finding, levels), finding.found)
    };
    if visited.is_ok() && found == table.len() { Ok(()) } else { Err(table.wrong(found)) }
}

/// Notes where the greatest subtrees of some size begin.
struct Noting<L: Layout> {
    root: L::Pos,
    /// The beginnings of the values that were entered and not left.
    open: Vec<usize>,
    /// The beginnings of the greatest values of at most that size that were left, in order. None is inside another.
    closed: Vec<usize>,
    /// The beginning of the last value that was entered.
    last: usize,
}

impl<L: Layout> Visitor<L> for Noting<L> {
    unsafe fn enter(&mut self, _: u32, pos: L::Pos, _: &'static ShapeTable<L>) -> Flow {
        self.last = offset::<L>(self.root, pos);
        self.open.push(self.last);
        Flow::Visit
    }

    unsafe fn leave(&mut self, _: u32, _: L::Pos) -> bool {
        let Some(start) = self.open.pop() else { return true };
        let size = self.last.saturating_sub(start);
        if (LEAST..=GREATEST).contains(&size) {
            // (Each value is removed at most once.)
            while self.closed.pop_if(|inner| *inner >= start).is_some() {}
            self.closed.push(start);
        }
        true
    }
}

/// Returns the distance of a position from the root.
#[inline(always)]
fn offset<L: Layout>(root: L::Pos, pos: L::Pos) -> usize {
    pos.address().wrapping_sub(root.address())
}

/// Jumps over the subtrees of a table, in a visit of a value of shape `T`.
pub(super) struct Jumps<'t, T, L: Layout> {
    root: L::Pos,
    /// Invariant (Y12): at the first offset of each subtree from the root a valid value of shape `T` is stored, which
    /// ends at the second one. The same holds for `subtree`.
    left: &'t [Subtree],
    /// The subtree at which the visitor has arrived.
    subtree: Option<Subtree>,
    types: PhantomData<T>,
}

impl<'t, T: Shape, L: Layout> Jumps<'t, T, L> {
    /// Begins a visit.
    ///
    /// # Safety
    ///
    /// The arguments satisfy Y12.
    pub(super) unsafe fn new(root: L::Pos, subtrees: &'t [Subtree]) -> Self {
        Self { root, left: subtrees, subtree: None, types: PhantomData }
    }

    /// Returns the subtree at the position of a value of shape `T` that the visitor has found, if it is in the table.
    /// Leaves out those that were passed.
    #[inline]
    pub(super) fn arrive(&mut self, pos: L::Pos) -> Option<Subtree> {
        let at = offset::<L>(self.root, pos) as u64;
        while let Some((subtree, left)) = self.left.split_first()
            && subtree[0] <= at
        {
            self.left = left;
            if subtree[0] == at {
                self.subtree = Some(*subtree);
                return self.subtree;
            }
        }
        None
    }

    /// Returns the end of the value of shape `T` at which the visitor has arrived.
    ///
    /// # Safety
    ///
    /// A valid value of shape `T` is stored at `pos`, in the value that is visited.
    #[inline]
    pub(super) unsafe fn end(&self, pos: L::Pos) -> Option<L::Pos> {
        if pos.is_in_string() {
            return None;
        }
        let at = offset::<L>(self.root, pos) as u64;
        let [start, end] = self.subtree.filter(|[start, _]| *start == at)?;
        let size = usize::try_from(end - start).ok()?;
        // SAFETY: this is the value of shape `T` at that offset from the root, which takes that number of bytes by Y12.
        Some(unsafe { pos.advance(size) })
    }
}

/// Finds the subtrees of a table in a value.
struct Finding<'t, T, L: Layout> {
    jumps: Jumps<'t, T, L>,
    /// How many were found.
    found: usize,
}

impl<T: Shape, L: Layout> Visitor<L> for Finding<'_, T, L> {
    unsafe fn enter(&mut self, _: u32, pos: L::Pos, _: &'static ShapeTable<L>) -> Flow {
        let is_listed = self.jumps.arrive(pos).is_some();
        self.found += usize::from(is_listed);
        if is_listed { Flow::Skip } else { Flow::Visit }
    }

    unsafe fn end_of(&self, _: u32, pos: L::Pos) -> Option<L::Pos> {
        // SAFETY: the only shape that is chosen is `T`, so the caller promises such a value.
        unsafe { self.jumps.end(pos) }
    }
}
