//! Where large subtrees are, for layouts that do not store sizes.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::fmt;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use rayon::iter::{IndexedParallelIterator, IntoParallelRefIterator, ParallelIterator};

use super::SMALL;
use crate::cursor::Done;
use crate::fold::{Children, VisitGroup};
use crate::layout::{CheckerOf, Compact, Layout};
use crate::packable::Packable;
use crate::packed::Packed;
use crate::shape::visit::{Found, visit_root};
use crate::shape::{Shape, check_value, skip_value};
use crate::view::View;
use crate::wire::error::Error;
use crate::wire::levels::Levels;
use crate::wire::limits::Limits;

/// A subtree of fewer bytes than this is not in a table, whose entries have 16 bytes. So it has at most 5 % of the
/// bytes.
const LEAST: usize = SMALL / 128;

/// The greatest subtrees of at most this number of bytes are in a table.
const GREATEST: usize = SMALL / 2;

const _: () = assert!(cfg!(miri) || LEAST >= 16 * 20);

/// A table of the large subtrees of a tree: where each begins, and how many bytes it takes.
///
/// It is stored beside the bytes, for layouts that do not store sizes, such as [`Compact`] and [`Cbor`](crate::Cbor).
/// [`Divided`](super::Divided) is a tree with its table: it makes the table, or proves one that was saved.
///
/// No subtree of a table is inside another one. Each has at most 32 KiB, and at least 512 bytes; so the table has at
/// most 3.2 % of the bytes.
#[derive(Clone, Debug, PartialEq, Eq)]
pub struct Subtrees {
    /// The bytes of the whole value.
    len: u64,
    entries: Vec<Entry>,
}

/// A subtree: the offset at which it begins, and the bytes that it takes.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) struct Entry {
    pub(super) start: usize,
    pub(super) size: usize,
}

/// What is saved of a table: the bytes of the whole value; the offset and the bytes of each subtree.
type Saved = (u64, Vec<(u64, u64)>);

impl Subtrees {
    /// Returns the number of subtrees.
    #[allow(clippy::len_without_is_empty, reason = "whether there are none makes no difference")]
    pub fn len(&self) -> usize {
        self.entries.len()
    }

    /// Returns the bytes that the table takes when it is saved, without its header: 16 for each subtree.
    pub fn size(&self) -> usize {
        self.entries.len() * 16
    }

    /// Returns the table as bytes, to be saved: a [`Packed`] of `(u64, Vec<(u64, u64)>)` in [`Compact`].
    pub fn to_bytes(&self) -> Vec<u8> {
        let entries = self.entries.iter().map(|entry| (entry.start as u64, entry.size as u64)).collect();
        Packed::<Saved, Compact>::pack(&(self.len, entries)).into_inner()
    }

    /// Returns a table that was saved. It is not trusted: [`Divided::verified`](super::Divided::verified) compares it
    /// with the tree.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidSubtrees`] if the bytes are not those of a table.
    pub fn from_bytes(bytes: &[u8]) -> Result<Self, InvalidSubtrees> {
        let packed = Packed::<Saved, Compact, _>::from_bytes(bytes).map_err(InvalidSubtrees::Malformed)?;
        let (len, saved) = packed.view();
        let mut entries = Vec::with_capacity(saved.len());
        let mut end = 0;
        for (index, (start, size)) in saved.iter().enumerate() {
            let next = start.checked_add(size).filter(|next| start >= end && size > 0 && *next <= len);
            let parts = (next, usize::try_from(start), usize::try_from(size));
            let (Some(next), Ok(start), Ok(size)) = parts else {
                return Err(InvalidSubtrees::Subtree { index, offset: start });
            };
            entries.push(Entry { start, size });
            end = next;
        }
        Ok(Self { len, entries })
    }

    pub(super) fn entries(&self) -> &[Entry] {
        &self.entries
    }

    /// Walks over a tree, and returns the table of its subtrees of type `T`.
    pub(super) fn of<T: Packable<As = T>, L: Layout>(root: View<'_, T, L>, bytes: &[u8]) -> Self {
        let mut noting =
            Noting::<T, L> { root: root.pos(), open: Vec::new(), closed: Vec::new(), last: 0, types: PhantomData };
        let levels = Levels::within(&Limits::DEFAULT);
        // SAFETY: by V1 a valid `T` is stored at the position of the root.
        let visited = unsafe { visit_root::<T::Shape, L, All<T>, _>(root.pos(), &mut noting, levels) };
        let mut starts = noting.closed;
        if visited.is_err() {
            // (It nests more deeply than a fold may; nothing is divided.)
            starts.clear();
        }
        // (The exact sizes are found in parallel. The sizes until now are a little too small: they end where the last
        // `T` in the subtree begins.)
        let entries = starts.par_iter().with_min_len(16).map(|Entry { start, .. }| {
            // SAFETY: the visit found a valid `T` there, within these bytes.
            let size = unsafe {
                let pos = L::at(bytes, *start);
                L::between(pos, skip_value::<T::Shape, L>(pos)).len()
            };
            Entry { start: *start, size }
        });
        Self { len: bytes.len() as u64, entries: entries.collect() }
    }

    /// Proves that the table is that of the tree in `bytes`: that a valid `T` of its size begins at each entry, and
    /// that the tree has a subtree there.
    pub(super) fn verify<T: Packable<As = T>, L: Layout>(
        &self,
        root: View<'_, T, L>,
        bytes: &[u8],
    ) -> Result<(), InvalidSubtrees> {
        if self.len != bytes.len() as u64 {
            return Err(InvalidSubtrees::Length { stated: self.len, actual: bytes.len() });
        }
        let limits = Limits::DEFAULT;
        let wrong = self.entries.par_iter().with_min_len(2).position_first(|entry| {
            let Some(bytes) = entry.start.checked_add(entry.size).and_then(|end| bytes.get(..end)) else { return true };
            let mut checker = CheckerOf::<L>::new(bytes, &limits).without_conditions();
            !matches!(check_value::<T::Shape, L>(&mut checker, entry.start), Ok(end) if end == bytes.len())
        });
        if let Some(index) = wrong {
            return Err(self.wrong(index));
        }
        // (The walk jumps over each subtree of the table, so it is short.)
        // SAFETY: each entry was checked just now, so Y12 holds. By V1 a valid `T` is stored at the root.
        let (visited, found) = unsafe {
            let mut finding = Finding::<T, L> { jumps: Jumps::new(root.pos(), &self.entries), found: 0 };
            let levels = Levels::within(&Limits::DEFAULT);
            let visited = visit_root::<T::Shape, L, All<T>, _>(root.pos(), &mut finding, levels);
            (visited, finding.found)
        };
        if visited.is_ok() && found == self.entries.len() { Ok(()) } else { Err(self.wrong(found)) }
    }

    /// Returns the error for an entry.
    fn wrong(&self, index: usize) -> InvalidSubtrees {
        InvalidSubtrees::Subtree { index, offset: self.entries.get(index).map_or(0, |entry| entry.start as u64) }
    }
}

/// All values of type `T`.
struct All<T>(PhantomData<T>);

/// Notes where the greatest subtrees of some size begin.
struct Noting<T, L: Layout> {
    root: L::Pos,
    /// The beginnings of the values that were entered and not left.
    open: Vec<usize>,
    /// The greatest values of at most that size that were left, in order. None is inside another.
    closed: Vec<Entry>,
    /// The beginning of the last value that was entered.
    last: usize,
    types: PhantomData<T>,
}

impl<'a, T: Packable<As = T>, L: Layout> VisitGroup<'a, L, Noting<T, L>> for All<T> {
    type Break = Infallible;

    #[inline(always)]
    fn enters<S: Shape>() -> bool {
        Found::<'a, '_, S, L>::is::<T>()
    }

    #[inline]
    fn enter<S: Shape>(noting: &mut Noting<T, L>, found: Found<'a, '_, S, L>) -> ControlFlow<Infallible, Children> {
        noting.last = offset::<L>(noting.root, found.pos());
        noting.open.push(noting.last);
        ControlFlow::Continue(Children::Visit)
    }

    #[inline]
    fn leave<S: Shape>(noting: &mut Noting<T, L>, _: Found<'a, '_, S, L>) -> ControlFlow<Infallible> {
        let Some(start) = noting.open.pop() else { return ControlFlow::Continue(()) };
        let size = noting.last.saturating_sub(start);
        if (LEAST..=GREATEST).contains(&size) {
            // (Each value is removed at most once.)
            while noting.closed.pop_if(|inner| inner.start >= start).is_some() {}
            noting.closed.push(Entry { start, size });
        }
        ControlFlow::Continue(())
    }
}

/// Returns the distance of a position from the root.
#[inline(always)]
fn offset<L: Layout>(root: L::Pos, pos: L::Pos) -> usize {
    L::address(pos).wrapping_sub(L::address(root))
}

/// Jumps over the subtrees of a table, in a visit of the tree.
pub(super) struct Jumps<'t, T, L: Layout> {
    root: L::Pos,
    /// Invariant (Y12): at the offset of each entry from the root a valid `T` is stored, which takes that number of
    /// bytes. The same holds for `entry`.
    left: &'t [Entry],
    /// The entry at which the visitor has arrived.
    entry: Option<Entry>,
    types: PhantomData<T>,
}

impl<'t, T: Packable<As = T>, L: Layout> Jumps<'t, T, L> {
    /// Begins a visit.
    ///
    /// # Safety
    ///
    /// The arguments satisfy Y12.
    pub(super) unsafe fn new(root: L::Pos, entries: &'t [Entry]) -> Self {
        Self { root, left: entries, entry: None, types: PhantomData }
    }

    /// Returns the entry of the value that the visitor has found, if that is a subtree of the table. Leaves out those
    /// that were passed.
    #[inline]
    pub(super) fn arrive<S: Shape>(&mut self, found: &Found<'_, '_, S, L>) -> Option<Entry> {
        if !Found::<'_, '_, S, L>::is::<T>() {
            return None;
        }
        let at = offset::<L>(self.root, found.pos());
        while let Some((entry, left)) = self.left.split_first()
            && entry.start <= at
        {
            self.left = left;
            if entry.start == at {
                self.entry = Some(*entry);
                return self.entry;
            }
        }
        None
    }

    /// Returns the end of the value at which the visitor has arrived.
    #[inline]
    pub(super) fn end<'id, S: Shape>(&self, found: &Found<'_, 'id, S, L>) -> Option<Done<'id, (), L>> {
        if !Found::<'_, '_, S, L>::is::<T>() || L::is_in_string(found.pos()) {
            return None;
        }
        let at = offset::<L>(self.root, found.pos());
        let Entry { size, .. } = self.entry.filter(|entry| entry.start == at)?;
        // SAFETY: this is the `T` at that offset from the root, which takes that number of bytes by Y12.
        Some(unsafe { Done::at(L::advance(found.pos(), size), ()) })
    }
}

/// Finds the subtrees of a table in a tree.
struct Finding<'t, T, L: Layout> {
    jumps: Jumps<'t, T, L>,
    /// How many were found.
    found: usize,
}

impl<'a, T: Packable<As = T>, L: Layout> VisitGroup<'a, L, Finding<'_, T, L>> for All<T> {
    type Break = Infallible;

    #[inline(always)]
    fn enters<S: Shape>() -> bool {
        Found::<'a, '_, S, L>::is::<T>()
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

/// Why a table of subtrees is refused.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub enum InvalidSubtrees {
    /// The bytes are not those of a table.
    Malformed(Error),
    /// The value has another number of bytes than the table states.
    Length {
        /// The number that the table states.
        stated: u64,
        /// The bytes of the value.
        actual: usize,
    },
    /// The value has no subtree at the offset that the table states, or not one of that size. (Also if it nests more
    /// deeply than [`Limits::DEFAULT`] allows.)
    Subtree {
        /// The index of the subtree in the table.
        index: usize,
        /// The offset that is stated for it.
        offset: u64,
    },
}

impl fmt::Display for InvalidSubtrees {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self {
            Self::Malformed(error) => write!(f, "invalid subtrees: {error}"),
            Self::Length { stated, actual } => {
                write!(f, "invalid subtrees: expected those of a value of {actual} bytes, found those of {stated}")
            }
            Self::Subtree { index, offset } => {
                write!(f, "invalid subtrees: expected the subtree with index {index} at byte {offset}, found another")
            }
        }
    }
}

impl core::error::Error for InvalidSubtrees {}
