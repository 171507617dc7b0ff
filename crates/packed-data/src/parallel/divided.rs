//! Folds and visits of a tree that are divided by its table.

use alloc::vec::Vec;
use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::HALF;
use super::fold::{Batch, LEAST_GRAIN, Listed, PARTS_PER_THREAD, Ready};
use super::subtrees::Jumps;
use super::table::Subtree;
use super::visit::Each;
use super::with_table::{ShapeOfValue, WithTable};
use crate::cursor::Cursor;
use crate::fold::node::{ByNode, FoldNode, Member};
use crate::fold::{Children, FoldByNode, Same};
use crate::layout::{Layout, Position};
use crate::packable::Packable;
use crate::packed::Buffer;
use crate::shape::Shape;
use crate::shape::table::ShapeTable;
use crate::shape::visit::{Chosen, Flow, Visitor, same_shape, visit_root};
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

impl<T: Packable + ?Sized, L: Layout, B: Buffer> WithTable<T, L, B> {
    /// Returns whether anything is left to other threads.
    fn is_divided(&self) -> bool {
        self.table().subtrees().len() > 1 && rayon::current_num_threads() > 1
    }

    /// Returns the position of a subtree of the table, and its size in bytes.
    fn subtree(&self, [start, end]: Subtree) -> (L::Pos, usize) {
        // (By Y2 both are offsets in the bytes, in order, so they are numbers of memory.)
        let [start, end] = [start, end].map(|offset| offset as usize);
        // SAFETY: by Y2 the offset is within the bytes.
        (unsafe { L::Pos::at(self.packed().as_bytes(), start) }, end - start)
    }

    /// Folds a tree bottom-up by a closure, as [`Packed::fold_with`](crate::Packed::fold_with) does, in parallel:
    /// threads of the current pool fold the subtrees of the table; at last the calling thread folds the values above
    /// them.
    ///
    /// What [`Packed::par_fold_with`](crate::Packed::par_fold_with) says of the closure is true here too.
    ///
    /// # Errors
    ///
    /// As for [`Packed::fold_with`](crate::Packed::fold_with), for the same trees.
    ///
    /// # Panics
    ///
    /// Panics if the closure panics.
    pub fn par_fold_with<'s, R, F>(&'s self, call: F) -> Result<R, TooDeep>
    where
        F: Fn(<T::As as FoldByNode>::Node<'s, R, L>) -> R + Clone + Send,
        R: Send,
        T::As: FoldByNode + Member<Same<R>, Out = R> + Sized,
        T::As: FoldNode<'s, L, Same<R>, ByNode<F, R>> + FoldNode<'s, L, Same<R>, ByNode<F, R, Ready<R, L>>>,
    {
        let root = self.packed().root();
        if !self.is_divided() {
            return root.fold_with(call);
        }
        let bytes = self.packed().as_bytes().len();
        let grain = (bytes / (rayon::current_num_threads() * PARTS_PER_THREAD)).max(LEAST_GRAIN);
        let (mut batches, mut batch, mut batch_size) = (Vec::<Batch<'s, T::As, L>>::new(), Vec::new(), 0);
        for subtree in self.table().subtrees() {
            let (pos, size) = self.subtree(*subtree);
            // SAFETY: by Y2 a valid `T` is stored there, in bytes that live for `'s`, and takes that number of bytes.
            batch.push(unsafe { Listed::with_size(View::new(pos), size) });
            batch_size += size;
            if batch_size > grain {
                batches.push(Batch(core::mem::take(&mut batch)));
                batch_size = 0;
            }
        }
        batches.push(Batch(batch));
        let ready = Ready::fold(batches, &call);
        root.fold_group(&mut ByNode::new(call, ready), &Limits::DEFAULT)
    }

    /// Calls `visit` for each value of type `U`, wherever it is in a tree, as
    /// [`Packed::par_visit_each`](crate::Packed::par_visit_each) does: threads of the current pool visit the subtrees
    /// of the table. (In a sequence with its table, nothing is left to other threads.)
    ///
    /// First the values above the subtrees are visited, on the calling thread. At last `join` joins the states in the
    /// order of the bytes.
    ///
    /// # Errors
    ///
    /// As for [`Packed::par_visit_each`](crate::Packed::par_visit_each).
    ///
    /// # Panics
    ///
    /// Panics if one of the functions panics.
    pub fn par_visit_each<'s, U, S, V>(
        &'s self,
        start: impl Fn() -> S + Sync,
        visit: V,
        join: impl FnMut(S, S) -> S,
    ) -> Result<S, TooDeep>
    where
        U: Packable<As = U> + ?Sized,
        S: Send,
        V: Fn(&mut S, Cursor<'s, '_, U, L>) -> Children + Sync,
    {
        if self.is_divided()
            && let Some(states) = self.visit_divided(&start, &visit)
        {
            return Ok(states.into_iter().reduce(join).unwrap_or_else(start));
        }
        let each = Chosen::of(Chosen::add::<U>);
        let mut visitor = Each::new(start(), &visit, &each);
        let (root, levels) = (self.packed().root().pos(), Levels::within(&Limits::DEFAULT));
        // SAFETY: by K1 the value is stored there, in bytes that are borrowed for `'s`.
        unsafe { visitor.run(root, ShapeTable::of::<ShapeOfValue<T>>(), levels) }?;
        Ok(visitor.state)
    }

    /// Visits the values above the subtrees, then the subtrees; returns the states in the order of the bytes. `None` if
    /// either nest more deeply than half of the limits allow.
    fn visit_divided<'s, U, S, V>(&'s self, start: &(impl Fn() -> S + Sync), visit: &V) -> Option<Vec<S>>
    where
        U: Packable<As = U> + ?Sized,
        S: Send,
        V: Fn(&mut S, Cursor<'s, '_, U, L>) -> Children + Sync,
    {
        let (root, each) = (self.packed().root().pos(), Chosen::of(Chosen::add::<U>));
        // SAFETY: Y2 is Y12 for the subtrees. By K1 the value is stored at its position, in bytes that are borrowed for
        // `'s`.
        let above = unsafe {
            let jumps = Jumps::<ShapeOfValue<T>, L>::new(root, self.table().subtrees());
            let chosen = Chosen::of(|chosen| {
                chosen.add_shape::<ShapeOfValue<T>>();
                chosen.add::<U>();
            });
            let visitor = Each::new(start(), visit, &each);
            let mut above = Above { jumps, visitor, start, states: Vec::new(), reached: Vec::new() };
            let (shape, levels) = (ShapeTable::of::<ShapeOfValue<T>>(), Levels::within(&HALF));
            visit_root(root, shape, &chosen, &mut above, levels).ok()?;
            above
        };
        let Above { visitor, mut states, reached, .. } = above;
        states.push(visitor.state);
        let parts: Vec<L::Pos> = reached.into_iter().map(|subtree| self.subtree(subtree).0).collect();
        let inside = parts.into_par_iter().with_max_len(1).map(|pos| {
            let mut visitor = Each::new(start(), visit, &each);
            // SAFETY: by Y2 a valid value of this shape is stored there.
            unsafe { visitor.run(pos, ShapeTable::of::<ShapeOfValue<T>>(), Levels::within(&HALF)) }.ok()?;
            Some(visitor.state)
        });
        let mut inside = inside.collect::<Option<Vec<S>>>()?.into_iter();
        Some(states.into_iter().flat_map(|state| [Some(state), inside.next()]).flatten().collect())
    }
}

/// Visits the values above the subtrees of a table: those of shape `T`, which may be its subtrees, have number 0.
struct Above<'v, 'a, 't, T, U: ?Sized, L: Layout, S, V, I> {
    jumps: Jumps<'t, T, L>,
    visitor: Each<'v, 'a, U, L, S, V>,
    start: &'v I,
    /// The states before each subtree that was reached.
    states: Vec<S>,
    reached: Vec<Subtree>,
}

impl<'a, T, U, L, S, V, I> Visitor<L> for Above<'_, 'a, '_, T, U, L, S, V, I>
where
    T: Shape,
    U: Packable<As = U> + ?Sized,
    L: Layout,
    V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children,
    I: Fn() -> S,
{
    unsafe fn enter(&mut self, number: u32, pos: L::Pos, shape: &'static ShapeTable<L>) -> Flow {
        if number == 0 {
            if let Some(subtree) = self.jumps.arrive(pos) {
                self.states.push(core::mem::replace(&mut self.visitor.state, (self.start)()));
                self.reached.push(subtree);
                return Flow::Skip;
            }
            if !same_shape::<T, U::Shape>() {
                return Flow::Visit;
            }
        }
        // SAFETY: it is a `U`: the caller promises it, in bytes that live for `'a`.
        unsafe { self.visitor.enter(number, pos, shape) }
    }

    unsafe fn end_of(&self, number: u32, pos: L::Pos) -> Option<L::Pos> {
        // SAFETY: number 0 is that of shape `T`, so the caller promises such a value.
        if number == 0 { unsafe { self.jumps.end(pos) } } else { None }
    }
}
