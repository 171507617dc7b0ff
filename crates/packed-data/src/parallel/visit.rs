//! Visits in parallel.
//!
//! A *plan* divides a value into pieces by the sizes in its bytes: it lists the parts of the largest piece, and so on,
//! until no piece is too large for one thread. Threads visit the pieces, each with a state of its own, and the states
//! are joined in the order of the bytes.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::cmp::{Ordering, Reverse};
use core::marker::PhantomData;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{HALF, SMALL};
use crate::cursor::Cursor;
use crate::fold::Children;
use crate::layout::{Layout, Position};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::table::ShapeTable;
use crate::shape::visit::{Chosen, Flow, PART, Stopped, Visitor, same_shape, visit_parts, visit_root};
use crate::wire::invariant::Invariant;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

/// The number of pieces for each thread, so that threads end at about the same time.
const PIECES_PER_THREAD: usize = 8;

/// The least size of a piece, in bytes.
const LEAST_GRAIN: usize = SMALL / 8;

/// The plan lists one part at most for each of this number of bytes, and those beside it, so that it takes a small part
/// of the time of the visit.
const BYTES_PER_STEP: usize = 512;

/// A piece inside this number of pieces is not divided: it is part of a long list, and each cell would be a division.
const MOST_DIVISIONS: u32 = 512;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Calls `visit` for each value of type `U`, wherever it is in this one, as [`visit_each`](Self::visit_each) does,
    /// in parallel.
    ///
    /// The value is divided by the sizes in its bytes, not by its depth. `visit` is called with a state, which `start`
    /// has made for a piece of the value: within a piece in the order of the bytes, a value before those of the same
    /// type in it. At last `join` joins the states in the order of the bytes. So the result is the same as with one
    /// state, if
    /// `visit` and `join` do not care where the value was divided.
    ///
    /// Values of less than 64 KiB are visited on the calling thread, with one state, and so is everything in a layout
    /// that does not store sizes. (There a tree is divided by a table beside the bytes:
    /// [`WithTable`](super::WithTable).)
    ///
    /// Allocates a few words for each part that the plan lists, at most one for each 512 bytes and those beside it, and
    /// stack and heap as [`visit_group`](Self::visit_group).
    ///
    /// ```
    /// use packed_data::fold::Children;
    /// use packed_data::{Cursor, Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// struct Name(String);
    ///
    /// #[derive(Packable)]
    /// enum Pattern {
    ///     Bind(Name),
    ///     Tuple(Vec<Pattern>),
    /// }
    ///
    /// let bind = |n: u32| Pattern::Bind(Name(format!("name {n}")));
    /// let packed = Packed::<Pattern, Indexed>::pack(&Pattern::Tuple((0..40).map(bind).collect()));
    /// let names = packed.par_visit_each(
    ///     Vec::new,
    ///     |names: &mut Vec<&str>, name: Cursor<'_, '_, Name, _>| {
    ///         names.push(name.fields().read().0);
    ///         Children::Visit
    ///     },
    ///     |names, more| [names, more].concat(),
    /// )?;
    /// assert_eq!((names.len(), names[7]), (40, "name 7"));
    /// # Ok::<(), packed_data::TooDeep>(())
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`visit_each`](Self::visit_each), for the same values. If a value nests more deeply than half of the
    /// default limits allow, all of it is visited once more on the calling thread, with a new state.
    ///
    /// # Panics
    ///
    /// Panics if one of the functions panics.
    pub fn par_visit_each<'a, U, S, V>(
        &'a self,
        start: impl Fn() -> S + Sync,
        visit: V,
        join: impl FnMut(S, S) -> S,
    ) -> Result<S, TooDeep>
    where
        U: Packable<As = U> + ?Sized,
        S: Send,
        V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children + Sync,
    {
        let (size, each) = (self.as_bytes().len(), Chosen::of(Chosen::add::<U>));
        let is_visited = same_shape::<<T::As as Packable>::Shape, U::Shape>();
        let root = Piece::new(self.root().pos(), ShapeTable::of::<<T::As as Packable>::Shape>(), is_visited, size);
        if size >= SMALL && L::FORMAT.has_sizes() && rayon::current_num_threads() > 1 {
            let grain = (size / (rayon::current_num_threads() * PIECES_PER_THREAD)).max(LEAST_GRAIN);
            // SAFETY: by K1 a valid value of this shape is stored at the position of the root, in bytes that are
            // borrowed for `'a`.
            if let Some(states) = unsafe { Plan::new(root, &start, &visit, &each).run(size, grain) } {
                return Ok(states.into_iter().reduce(join).unwrap_or_else(start));
            }
        }
        let mut visitor = Each::<'_, 'a, U, L, S, V>::new(start(), &visit, &each);
        // SAFETY: by K1 the value is stored there, in bytes that are borrowed for `'a`.
        unsafe { visitor.run(root.pos, root.shape, Levels::within(&Limits::DEFAULT)) }?;
        Ok(visitor.state)
    }
}

/// The function of the user for all values of type `U`, with a state.
pub(super) struct Each<'v, 'a, U: ?Sized, L, S, V> {
    pub(super) state: S,
    visit: &'v V,
    /// The type `U`.
    chosen: &'v Chosen,
    types: Invariant<(&'a (), PhantomData<U>, L)>,
}

impl<'v, 'a, U, L, S, V> Each<'v, 'a, U, L, S, V>
where
    U: Packable<As = U> + ?Sized,
    L: Layout,
    V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children,
{
    /// `chosen` is the type `U`, alone.
    pub(super) fn new(state: S, visit: &'v V, chosen: &'v Chosen) -> Self {
        Self { state, visit, chosen, types: PhantomData }
    }

    /// Visits all of a value.
    ///
    /// # Safety
    ///
    /// A valid value of this shape is stored at `pos`, in bytes that live for `'a`.
    pub(super) unsafe fn run(
        &mut self,
        pos: L::Pos,
        shape: &'static ShapeTable<L>,
        levels: Levels,
    ) -> Result<(), TooDeep> {
        // SAFETY: the caller promises the value.
        match unsafe { visit_root(pos, shape, self.chosen, self, levels) } {
            Err(Stopped::TooDeep(error)) => Err(error),
            Ok(()) | Err(Stopped::Break) => Ok(()),
        }
    }
}

impl<'a, U, L, S, V> Visitor<L> for Each<'_, 'a, U, L, S, V>
where
    U: Packable<As = U> + ?Sized,
    L: Layout,
    V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children,
{
    unsafe fn enter(&mut self, _: u32, pos: L::Pos, _: &'static ShapeTable<L>) -> Flow {
        // SAFETY: only `U` is chosen, so the caller promises a valid `U`, in bytes that live for `'a`; the brand is
        // fresh.
        match (self.visit)(&mut self.state, unsafe { Cursor::new(pos) }) {
            Children::Visit => Flow::Visit,
            Children::Skip => Flow::Skip,
        }
    }
}

/// A part of the value, of any shape.
struct Piece<L: Layout> {
    /// The position of a value of this shape.
    pos: L::Pos,
    shape: &'static ShapeTable<L>,
    /// Whether it is of the type that is visited.
    is_visited: bool,
    /// The greatest size that it can have, in bytes.
    size: usize,
    /// The distance from the root, and the number of pieces that it is in: so pieces are ordered by their bytes, and a
    /// piece comes before its parts.
    place: (usize, u32),
    /// The levels of nesting that it is in, at most. (A last field is no level.)
    levels: u32,
}

impl<L: Layout> Clone for Piece<L> {
    fn clone(&self) -> Self {
        *self
    }
}

impl<L: Layout> Copy for Piece<L> {}

impl<L: Layout> Piece<L> {
    fn new(pos: L::Pos, shape: &'static ShapeTable<L>, is_visited: bool, size: usize) -> Self {
        Self { pos, shape, is_visited, size, place: (0, 0), levels: 0 }
    }
}

/// Lists the parts of a piece that have parts themselves, or are of the type that is visited.
struct Listing<L: Layout> {
    /// Invariant (Y7): a value of the shape of its table is stored at the position of each piece, in bytes that live
    /// as long as those of the piece whose parts they are.
    pieces: Vec<Piece<L>>,
    /// Whether the next part is the last one.
    is_last: bool,
}

impl<L: Layout> Visitor<L> for Listing<L> {
    unsafe fn enter(&mut self, number: u32, pos: L::Pos, shape: &'static ShapeTable<L>) -> Flow {
        self.pieces.push(Piece::new(pos, shape, number != PART, 0));
        // (Nothing comes after a last field; to skip it would take as long as it has last fields in it.)
        if self.is_last { Flow::Break } else { Flow::Skip }
    }
}

/// Pieces ordered by their sizes.
struct BySize<P>(usize, P);

impl<P> Ord for BySize<P> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.0.cmp(&other.0)
    }
}

impl<P> PartialOrd for BySize<P> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<P> PartialEq for BySize<P> {
    fn eq(&self, other: &Self) -> bool {
        self.0 == other.0
    }
}

impl<P> Eq for BySize<P> {}

/// The pieces of a value, and what is done with them.
struct Plan<'p, 'a, U: ?Sized, L: Layout, S, V, I> {
    root: Piece<L>,
    start: &'p I,
    visit: &'p V,
    /// The type `U`.
    each: &'p Chosen,
    /// All values with parts, and the type `U`.
    any_part: Chosen,
    /// The states of values that were visited by themselves while the plan was made, with their places.
    states: Vec<((usize, u32), S)>,
    /// Pieces side by side, each run for one thread. Y7 holds for them.
    batches: Vec<Vec<Piece<L>>>,
    types: Invariant<(&'a (), PhantomData<U>)>,
}

impl<'p, 'a, U, L, S, V, I> Plan<'p, 'a, U, L, S, V, I>
where
    U: Packable<As = U> + ?Sized,
    L: Layout,
    S: Send,
    V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children + Sync,
    I: Fn() -> S + Sync,
{
    fn new(root: Piece<L>, start: &'p I, visit: &'p V, each: &'p Chosen) -> Self {
        let any_part = Chosen::of(Chosen::add::<U>).all_with_parts();
        Self { root, start, visit, each, any_part, states: Vec::new(), batches: Vec::new(), types: PhantomData }
    }

    /// Divides the value of `size` bytes into pieces of about `grain` bytes, visits them, and returns the states in the
    /// order of the bytes. `None` if anything nests too deeply for that.
    ///
    /// # Safety
    ///
    /// Y7 holds for the root.
    unsafe fn run(mut self, size: usize, grain: usize) -> Option<Vec<S>> {
        // SAFETY: the caller's promise is passed on unchanged.
        unsafe { self.divide(size, grain) }?;
        let (start, visit, each) = (self.start, self.visit, self.each);
        let batches = self.batches.into_par_iter().with_max_len(1).map(|batch| {
            let place = batch.first()?.place;
            let mut visitor = Each::<'_, 'a, U, L, S, V>::new(start(), visit, each);
            for piece in batch {
                // SAFETY: Y7 holds for the pieces of a batch.
                unsafe { visitor.run(piece.pos, piece.shape, Levels::within(&HALF)) }.ok()?;
            }
            Some((place, visitor.state))
        });
        let mut states = batches.collect::<Option<Vec<_>>>()?;
        states.append(&mut self.states);
        states.sort_by_key(|(place, _)| *place);
        Some(states.into_iter().map(|(_, state)| state).collect())
    }

    /// Makes the batches. `None` if pieces nest too deeply.
    ///
    /// # Safety
    ///
    /// As for [`run`](Self::run).
    unsafe fn divide(&mut self, size: usize, grain: usize) -> Option<()> {
        let mut large = BinaryHeap::from([BySize(size, self.root)]);
        let mut steps = size / BYTES_PER_STEP;
        while let Some(BySize(size, piece)) = large.pop() {
            // (The threads may use half of the levels.)
            if piece.levels >= HALF.depth {
                return None;
            }
            if size <= grain || steps == 0 || piece.place.1 >= MOST_DIVISIONS {
                self.batches.push([piece].into());
                continue;
            }
            if piece.is_visited {
                let mut state = (self.start)();
                // SAFETY: Y7 holds for the root, and for all pieces that were listed; it is a `U`, and the brand is
                // fresh.
                let children = (self.visit)(&mut state, unsafe { Cursor::new(piece.pos) });
                self.states.push((piece.place, state));
                if children == Children::Skip {
                    continue;
                }
            }
            // SAFETY: Y7 holds for the root, and for all pieces that were listed.
            let parts = unsafe { self.parts(piece) }?;
            steps = steps.saturating_sub(1 + parts.len() / 16);
            let mut batch = Vec::new();
            let mut batch_size = 0;
            for part in parts {
                if part.size > grain {
                    self.end(&mut batch);
                    large.push(BySize(part.size, part));
                    continue;
                }
                batch_size = if batch.is_empty() { part.size } else { batch_size + part.size };
                batch.push(part);
                if batch_size > grain {
                    self.end(&mut batch);
                }
            }
            self.end(&mut batch);
        }
        // (The largest first, so that no thread begins one when the others end.)
        self.batches.sort_by_key(|batch| Reverse(batch.iter().map(|piece| piece.size).sum::<usize>()));
        Some(())
    }

    /// Ends a batch.
    fn end(&mut self, batch: &mut Vec<Piece<L>>) {
        if !batch.is_empty() {
            self.batches.push(core::mem::take(batch));
        }
    }

    /// Returns the parts of a piece, with their places and sizes. `None` if they nest too deeply.
    ///
    /// # Safety
    ///
    /// Y7 holds for the piece.
    unsafe fn parts(&self, piece: Piece<L>) -> Option<Vec<Piece<L>>> {
        let mut listing = Listing { pieces: Vec::new(), is_last: false };
        let levels = Levels::within(&Limits::DEFAULT);
        // SAFETY: the caller promises the piece. The visit lists only parts of it (Y7).
        let visited = unsafe {
            visit_parts(piece.pos, piece.shape, &self.any_part, &mut listing, levels, |listing, _| {
                listing.is_last = true
            })
        };
        if matches!(visited, Err(Stopped::TooDeep(_))) {
            return None;
        }
        let mut end = piece.place.0 + piece.size;
        let mut level = u32::from(!listing.is_last);
        for part in listing.pieces.iter_mut().rev() {
            // SAFETY: both are positions in one valid value, in this order.
            let offset = unsafe { self.root.pos.bytes_to(part.pos).len() };
            (part.size, part.place) = (end.saturating_sub(offset), (offset, piece.place.1 + 1));
            (part.levels, level) = (piece.levels + level, 1);
            end = offset;
        }
        Some(listing.pieces)
    }
}
