//! Where large subtrees are, for layouts that do not store sizes.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::SMALL;
use super::table::{InvalidTable, SideTable, Subtree};
use super::with_table::without_conditions;
use crate::cursor::Done;
use crate::fold::{Children, VisitGroup};
use crate::layout::{Layout, Position};
use crate::shape::visit::{Found, same_shape, visit_root};
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
    // SAFETY: the caller promises the value.
    let visited = unsafe { visit_root::<S, L, All<S>, _>(root, &mut noting, Levels::within(&Limits::DEFAULT)) };
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
        let levels = Levels::within(&Limits::DEFAULT);
        (visit_root::<S, L, All<S>, _>(root, &mut finding, levels), finding.found)
    };
    if visited.is_ok() && found == table.len() { Ok(()) } else { Err(table.wrong(found)) }
}

/// All values of shape `T`.
struct All<T>(PhantomData<T>);

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

impl<'a, T: Shape, L: Layout> VisitGroup<'a, L, Noting<L>> for All<T> {
    type Break = Infallible;

    #[inline(always)]
    fn enters<S: Shape>() -> bool {
        same_shape::<S, T>()
    }

    #[inline]
    fn enter<S: Shape>(noting: &mut Noting<L>, found: Found<'a, '_, S, L>) -> ControlFlow<Infallible, Children> {
        noting.last = offset::<L>(noting.root, found.pos());
        noting.open.push(noting.last);
        ControlFlow::Continue(Children::Visit)
    }

    #[inline]
    fn leave<S: Shape>(noting: &mut Noting<L>, _: Found<'a, '_, S, L>) -> ControlFlow<Infallible> {
        let Some(start) = noting.open.pop() else { return ControlFlow::Continue(()) };
        let size = noting.last.saturating_sub(start);
        if (LEAST..=GREATEST).contains(&size) {
            // (Each value is removed at most once.)
            while noting.closed.pop_if(|inner| *inner >= start).is_some() {}
            noting.closed.push(start);
        }
        ControlFlow::Continue(())
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

    /// Returns the subtree that the visitor has found, if it is in the table. Leaves out those that were passed.
    #[inline]
    pub(super) fn arrive<S: Shape>(&mut self, found: &Found<'_, '_, S, L>) -> Option<Subtree> {
        if !same_shape::<S, T>() {
            return None;
        }
        let at = offset::<L>(self.root, found.pos()) as u64;
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

    /// Returns the end of the value at which the visitor has arrived.
    #[inline]
    pub(super) fn end<'id, S: Shape>(&self, found: &Found<'_, 'id, S, L>) -> Option<Done<'id, (), L>> {
        if !same_shape::<S, T>() || found.pos().is_in_string() {
            return None;
        }
        let at = offset::<L>(self.root, found.pos()) as u64;
        let [start, end] = self.subtree.filter(|[start, _]| *start == at)?;
        let size = usize::try_from(end - start).ok()?;
        // SAFETY: this is the value of shape `T` at that offset from the root, which takes that number of bytes by Y12.
        Some(unsafe { Done::at(found.pos().advance(size), ()) })
    }
}

/// Finds the subtrees of a table in a value.
struct Finding<'t, T, L: Layout> {
    jumps: Jumps<'t, T, L>,
    /// How many were found.
    found: usize,
}

impl<'a, T: Shape, L: Layout> VisitGroup<'a, L, Finding<'_, T, L>> for All<T> {
    type Break = Infallible;

    #[inline(always)]
    fn enters<S: Shape>() -> bool {
        same_shape::<S, T>()
    }

    fn enter<S: Shape>(
        finding: &mut Finding<'_, T, L>,
        found: Found<'a, '_, S, L>,
    ) -> ControlFlow<Infallible, Children> {
        let is_listed = finding.jumps.arrive(&found).is_some();
        finding.found += usize::from(is_listed);
        ControlFlow::Continue(if is_listed { Children::Skip } else { Children::Visit })
    }

    fn end_of<'id, S: Shape>(finding: &Finding<'_, T, L>, found: &Found<'a, 'id, S, L>) -> Option<Done<'id, (), L>> {
        finding.jumps.end(found)
    }

    #[inline(always)]
    fn leave<S: Shape>(_: &mut Finding<'_, T, L>, _: Found<'a, '_, S, L>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
