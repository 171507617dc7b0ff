//! Folds in parallel.
//!
//! A fold is divided in three steps. A *plan* lists subtrees that are worth a thread: it walks down from the root along
//! the values that are too large for one thread, and finds how large the values in them are from their positions, which
//! the sizes in the bytes determine. Then threads fold these subtrees. At last the whole value is folded on one thread,
//! which takes the results that are known.
//!
//! The plan decides nothing but speed. A subtree that it leaves out is folded in the last step.

use alloc::collections::BinaryHeap;
use alloc::vec::Vec;
use core::any::TypeId;
use core::cmp::Ordering;
use core::marker::PhantomData;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::{HALF, SMALL};
use crate::cursor::{Cursor, Done};
use crate::fold::node::{ByNode, FoldNode, Known, Member, node_root};
use crate::fold::{FoldByNode, Same};
use crate::layout::{Layout, Position};
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::table::ShapeTable;
use crate::shape::visit::{Chosen, Flow, Visitor, visit_parts};
use crate::view::View;
use crate::wire::identity::erased_id;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

/// The number of parts into which work is divided for each thread, so that threads end at about the same time.
pub(super) const PARTS_PER_THREAD: usize = 8;

/// The least size of a part, in bytes.
pub(super) const LEAST_GRAIN: usize = SMALL / 8;

/// The plan looks at one value at most for each of this number of bytes, so that it takes a small part of the time of
/// folding, whatever the tree.
const BYTES_PER_STEP: usize = 64;

/// Values of less than this number of bytes on average are not worth being listed.
const LEAST_VALUE: usize = 64;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> Packed<T, L, B> {
    /// Folds the value bottom-up by a closure, as [`fold_with`](Self::fold_with) does, in parallel.
    ///
    /// The tree is divided by the sizes in its bytes, not by its depth: large subtrees of type `T`, and runs of smaller
    /// ones side by side, are folded by the threads of the current pool; the values above them are folded on the
    /// calling thread at last. Values of less than 64 KiB are folded on the calling thread, and so is everything in a
    /// layout that does not store sizes ([`Compact`](crate::Compact), [`Cbor`](crate::Cbor)). There trees, and
    /// sequences of trees, are divided by a table beside the bytes: [`WithTable`](super::WithTable).
    ///
    /// The closure is called once for each node, by any thread, after the nodes in it (twice for some nodes of a tree
    /// that nests more deeply than half of the limits allow). So its result must depend on the node alone. It is cloned
    /// for each thread's part.
    ///
    /// Allocates a few words, and the result, for each value that is folded by another thread, at most one for each 64
    /// bytes of the value.
    ///
    /// ```
    /// use packed_data::{Indexed, Packable, Packed};
    ///
    /// #[derive(Packable)]
    /// enum Tree {
    ///     Leaf(i64),
    ///     Node(Box<Tree>, Box<Tree>),
    /// }
    ///
    /// fn perfect(depth: u32) -> Tree {
    ///     match depth {
    ///         0 => Tree::Leaf(1),
    ///         _ => Tree::Node(Box::new(perfect(depth - 1)), Box::new(perfect(depth - 1))),
    ///     }
    /// }
    ///
    /// let packed = Packed::<Tree, Indexed>::pack(&perfect(6));
    /// let sum = packed.par_fold_with(|node| match node {
    ///     TreeNode::Leaf(n) => n,
    ///     TreeNode::Node(left, right) => left + right,
    /// });
    /// assert_eq!(sum, Ok(1 << 6));
    /// ```
    ///
    /// # Errors
    ///
    /// As for [`fold_with`](Self::fold_with), for the same values: a tree that nests more deeply than the limits allow
    /// is refused, whoever folds it.
    ///
    /// # Panics
    ///
    /// Panics if the closure panics.
    pub fn par_fold_with<'a, R, F>(&'a self, call: F) -> Result<R, TooDeep>
    where
        F: Fn(<T::As as FoldByNode>::Node<'a, R, L>) -> R + Clone + Send,
        R: Send,
        T::As: FoldByNode + Member<Same<R>, Out = R> + Sized,
        T::As: FoldNode<'a, L, Same<R>, ByNode<F, R>> + FoldNode<'a, L, Same<R>, ByNode<F, R, Ready<R, L>>>,
    {
        let root = self.root();
        let size = self.as_bytes().len();
        if size < SMALL || !L::FORMAT.has_sizes() || rayon::current_num_threads() < 2 {
            return root.fold_with(call);
        }
        let parts = rayon::current_num_threads() * PARTS_PER_THREAD;
        let batches = plan(root, size, (size / parts).max(LEAST_GRAIN));
        let ready = Ready::fold(batches, &call);
        root.fold_group(&mut ByNode::new(call, ready), &Limits::DEFAULT)
    }
}

/// Values that one thread folds, in the order of their bytes.
pub(super) struct Batch<'a, T, L: Layout>(pub(super) Vec<Listed<'a, T, L>>);

/// A value that is listed to be folded by a thread.
pub(super) struct Listed<'a, T, L: Layout> {
    pub(super) view: View<'a, T, L>,
    /// Invariant (Y10): the bytes that the value takes, if they are known.
    size: Option<usize>,
}

impl<'a, T, L: Layout> Listed<'a, T, L> {
    fn of(view: View<'a, T, L>) -> Self {
        Self { view, size: None }
    }

    /// Lists a value with its size in bytes.
    ///
    /// # Safety
    ///
    /// The value takes this number of bytes.
    pub(super) unsafe fn with_size(view: View<'a, T, L>, size: usize) -> Self {
        Self { view, size: Some(size) }
    }
}

/// A value with the greatest size that it can have, ordered by that, and with the number of values that it is in.
struct Measured<'a, T, L: Layout> {
    size: usize,
    depth: u32,
    view: View<'a, T, L>,
}

impl<T, L: Layout> Ord for Measured<'_, T, L> {
    fn cmp(&self, other: &Self) -> Ordering {
        self.size.cmp(&other.size)
    }
}

impl<T, L: Layout> PartialOrd for Measured<'_, T, L> {
    fn partial_cmp(&self, other: &Self) -> Option<Ordering> {
        Some(self.cmp(other))
    }
}

impl<T, L: Layout> PartialEq for Measured<'_, T, L> {
    fn eq(&self, other: &Self) -> bool {
        self.size == other.size
    }
}

impl<T, L: Layout> Eq for Measured<'_, T, L> {}

/// Lists the values of type `T` inside `root`, which has `size` bytes, that threads are to fold: of about `grain` bytes
/// each, or several together. No listed value is inside another.
fn plan<'a, T: Packable<As = T>, L: Layout>(root: View<'a, T, L>, size: usize, grain: usize) -> Vec<Batch<'a, T, L>> {
    let (mut large, mut batches) = (BinaryHeap::new(), Vec::new());
    let mut steps = size / BYTES_PER_STEP;
    large.push(Measured { size, depth: 0, view: root });
    while let Some(Measured { size, depth, view }) = large.pop() {
        if size <= grain || steps == 0 {
            // (The heap returns the largest first, so all others are as small, or there is no time to divide them.)
            batches.push(Batch([Listed::of(view)].into()));
            continue;
        }
        // (A thread's result is taken only if half of the levels were left for it. So a long list ends here.)
        if depth >= HALF.depth {
            continue;
        }
        let inside = Inside::of(view, size, steps);
        steps = steps.saturating_sub(inside.len() + 1);
        let mut run = Run { views: Vec::new(), size: 0 };
        for value in inside {
            if value.size > grain {
                large.push(Measured { depth: depth + 1, ..value });
                continue;
            }
            run.size += value.size;
            run.views.push(Listed::of(value.view));
            if run.size > grain {
                run.end(&mut batches);
            }
        }
        run.end(&mut batches);
    }
    batches
}

/// Small values side by side, as a batch that grows.
struct Run<'a, T, L: Layout> {
    views: Vec<Listed<'a, T, L>>,
    size: usize,
}

impl<'a, T, L: Layout> Run<'a, T, L> {
    /// Ends the batch, and lists it if it is worth it.
    fn end(&mut self, batches: &mut Vec<Batch<'a, T, L>>) {
        let (views, size) = (core::mem::take(&mut self.views), core::mem::take(&mut self.size));
        if size >= LEAST_GRAIN / 4 && size / views.len().max(1) >= LEAST_VALUE {
            batches.push(Batch(views));
        }
    }
}

/// Finds the outermost values of type `T` inside a value.
struct Inside<T, L: Layout> {
    found: Vec<L::Pos>,
    /// The greatest number of values to be found.
    most: usize,
    /// The position of the last field that is visited now.
    last: Option<L::Pos>,
    base: L::Pos,
    types: PhantomData<T>,
}

impl<T: Packable<As = T>, L: Layout> Inside<T, L> {
    /// Returns the outermost values inside a value of `size` bytes, in the order of their bytes.
    fn of<'a>(view: View<'a, T, L>, size: usize, most: usize) -> Vec<Measured<'a, T, L>> {
        let base = view.pos();
        let mut inside = Self { found: Vec::new(), most, last: None, base, types: PhantomData };
        let limits = Limits { depth: u32::MAX, ..Limits::DEFAULT };
        let chosen = Chosen::of(Chosen::add::<T>);
        // SAFETY: by V1 a valid `T` is stored at the position of `view`, in bytes that live for `'a`. (If the visit
        // ends early, some values are not listed.)
        let _ = unsafe {
            let (shape, levels) = (ShapeTable::of::<T::Shape>(), Levels::within(&limits));
            visit_parts(base, shape, &chosen, &mut inside, levels, |inside, pos| inside.last = Some(pos))
        };
        let starts: Vec<usize> = inside.found.iter().map(|pos| inside.offset(*pos)).collect();
        let ends = starts.iter().skip(1).copied().chain([size]);
        let views = inside.found.iter().zip(starts.iter().zip(ends)).map(|(pos, (start, end))| Measured {
            size: end.saturating_sub(*start),
            depth: 0,
            // SAFETY: the visit found a valid `T` there, so V1 holds.
            view: unsafe { View::new(*pos) },
        });
        views.collect()
    }

    /// Returns the distance of a position that was found from the beginning of the value.
    fn offset(&self, pos: L::Pos) -> usize {
        // SAFETY: both are positions in one valid value, in this order.
        unsafe { self.base.bytes_to(pos).len() }
    }
}

impl<T: Packable<As = T>, L: Layout> Visitor<L> for Inside<T, L> {
    unsafe fn enter(&mut self, _: u32, pos: L::Pos, _: &'static ShapeTable<L>) -> Flow {
        self.found.push(pos);
        // (After a last field comes nothing, and to skip it would take as long as it has last fields in it.)
        let is_last = self.last.is_some_and(|last| self.offset(last) == self.offset(pos));
        if is_last || self.found.len() >= self.most { Flow::Break } else { Flow::Skip }
    }
}

/// The results of values that threads have folded. For the bounds of [`Packed::par_fold_with`].
///
/// A result is found by the address of its value and its shape. So a type that asks for another value than the one that
/// is folded (any crate may implement the traits of folds) gets a wrong result at most.
pub struct Ready<R, L: Layout> {
    /// In the order of the addresses.
    results: Vec<Folded<R>>,
    shape: TypeId,
    /// The index of the next one: a fold reaches values in the order of their addresses.
    next: usize,
    layout: PhantomData<fn() -> L>,
}

/// The result of folding a value.
struct Folded<R> {
    /// The address of the value.
    address: usize,
    /// The bytes that it takes, if they are known: Y10.
    size: Option<usize>,
    result: Option<R>,
}

impl<R: Send, L: Layout> Ready<R, L> {
    /// Folds the values of a plan.
    pub(super) fn fold<'a, T, F>(mut batches: Vec<Batch<'a, T, L>>, call: &F) -> Self
    where
        T: FoldNode<'a, L, Same<R>, ByNode<F, R>> + Member<Same<R>, Out = R>,
        F: Clone + Send,
    {
        let address = |listed: &Listed<'a, T, L>| listed.view.pos().address();
        batches.sort_by_cached_key(|batch| batch.0.first().map(address));
        // (Each batch has the closure itself: called by reference, it is not inlined, and a fold takes twice as long.)
        let batches: Vec<_> = batches.into_iter().map(|batch| (batch, call.clone())).collect();
        let folded = batches.into_par_iter().with_max_len(1).map(|(batch, call)| {
            let mut fold = ByNode::new(call, ());
            let values = batch.0.iter().filter_map(|listed| {
                // SAFETY: V1 implies C1, and the brand is fresh.
                let cursor: Cursor<'a, '_, T, L> = unsafe { Cursor::new(listed.view.pos()) };
                let done = node_root(cursor, &mut fold, Levels::within(&HALF)).ok()?;
                Some(Folded { address: address(listed), size: listed.size, result: Some(done.into_value()) })
            });
            values.collect::<Vec<_>>()
        });
        let folded: Vec<Vec<_>> = folded.collect();
        let (results, shape) = (folded.into_iter().flatten().collect(), erased_id::<T::Shape>());
        Self { results, shape, next: 0, layout: PhantomData }
    }
}

impl<R, L: Layout> Known<R, L> for Ready<R, L> {
    fn take<'id, T: Packable<As = T>>(
        &mut self,
        cursor: &Cursor<'_, 'id, T, L>,
        levels: Levels,
    ) -> Option<Done<'id, R, L>> {
        if erased_id::<T::Shape>() != self.shape {
            return None;
        }
        let address = cursor.pos().address();
        while self.results.get(self.next)?.address < address {
            self.next += 1;
        }
        let folded = self.results.get_mut(self.next).filter(|folded| folded.address == address)?;
        let (used, left) = (Levels::within(&HALF).left(), levels.left());
        if left.levels() < used.levels() || left.stack() < used.stack() {
            return None;
        }
        let result = folded.result.take()?;
        let Some(size) = folded.size.filter(|_| !cursor.pos().is_in_string()) else {
            return Some(cursor.skip().map(|()| result));
        };
        // SAFETY: by C1 a value of this shape is stored there. By Y10 one at the same address takes `size` bytes; and
        // where a value ends, its shape and its bytes decide alone. (Those bytes are borrowed, so no others are there.)
        Some(unsafe { Done::at(cursor.pos().advance(size), result) })
    }
}
