//! Trees with a table of their large subtrees.

use alloc::vec::Vec;
use core::convert::Infallible;
use core::marker::PhantomData;
use core::ops::ControlFlow;

use rayon::iter::{IndexedParallelIterator, IntoParallelIterator, ParallelIterator};

use super::HALF;
use super::fold::{Batch, LEAST_GRAIN, Listed, PARTS_PER_THREAD, Ready};
use super::subtrees::{Entry, InvalidSubtrees, Jumps, Subtrees};
use super::visit::{Each, Visitor, run};
use crate::cursor::{Cursor, Done};
use crate::fold::node::{ByNode, FoldNode, Member};
use crate::fold::{Children, FoldByNode, Same, VisitGroup};
use crate::layout::Layout;
use crate::packable::Packable;
use crate::packed::{Buffer, Packed};
use crate::shape::Shape;
use crate::shape::visit::{Found, visit_root};
use crate::view::View;
use crate::wire::levels::{Levels, TooDeep};
use crate::wire::limits::Limits;

/// A tree with the table of its large subtrees: folds and visits in parallel, in layouts that do not store sizes.
///
/// In [`Indexed`](crate::Indexed) no table is needed: [`Packed::par_fold_with`], [`Packed::par_visit_each`].
///
/// ```
/// use packed_data::parallel::{Divided, Subtrees};
/// use packed_data::{Compact, Packable, Packed};
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
/// let packed = Packed::<Tree, Compact>::pack(&perfect(7));
/// let tree = Divided::of(&packed);
/// let sum = tree.par_fold_with(|node| match node {
///     TreeNode::Leaf(n) => n,
///     TreeNode::Node(left, right) => left + right,
/// });
/// assert_eq!(sum, Ok(1 << 7));
///
/// // Saved in another file, and read back with the bytes.
/// let saved = tree.subtrees().to_bytes();
/// let tree = Divided::verified(&packed, Subtrees::from_bytes(&saved)?)?;
/// # let _ = tree;
/// # Ok::<(), packed_data::parallel::InvalidSubtrees>(())
/// ```
pub struct Divided<'a, T, L: Layout> {
    root: View<'a, T, L>,
    /// The bytes of `root`.
    bytes: &'a [u8],
    /// Invariant (Y11): at the offset of each entry, a valid `T` inside `root` is stored in `bytes`, which takes that
    /// number of bytes. (None is inside another.)
    subtrees: Subtrees,
}

impl<'a, T: Packable<As = T>, L: Layout> Divided<'a, T, L> {
    /// Walks over a tree once, and returns it with its table.
    ///
    /// Takes as long as a visit that enters and leaves all values of type `T`, which is several times as long as
    /// validating them: make it once, and save it. Allocates the table, and stack and heap as a visit. If the tree
    /// nests more deeply than [`Limits::DEFAULT`] allows, the table is empty.
    pub fn of<V, B>(packed: &'a Packed<V, L, B>) -> Self
    where
        V: Packable<As = T> + ?Sized,
        B: Buffer,
    {
        let (root, bytes) = (packed.root(), packed.as_bytes());
        // (Y11: `Subtrees::of` has walked over this tree.)
        Self { root, bytes, subtrees: Subtrees::of(root, bytes) }
    }

    /// Returns a tree with a table that was saved, after comparing the two.
    ///
    /// The threads of the current pool check the subtrees of the table: each must be a valid `T` of the size that is
    /// stated. Then a walk that jumps over them must find each.
    ///
    /// # Errors
    ///
    /// Returns [`InvalidSubtrees`] if the table is not that of this tree, or if the tree nests more deeply than
    /// [`Limits::DEFAULT`] allows. A new table can be made then: [`Divided::of`].
    pub fn verified<V, B>(packed: &'a Packed<V, L, B>, subtrees: Subtrees) -> Result<Self, InvalidSubtrees>
    where
        V: Packable<As = T> + ?Sized,
        B: Buffer,
    {
        let (root, bytes) = (packed.root(), packed.as_bytes());
        subtrees.verify(root, bytes)?;
        // (So Y11 holds.)
        Ok(Self { root, bytes, subtrees })
    }

    /// Returns the table, to be saved.
    pub fn subtrees(&self) -> &Subtrees {
        &self.subtrees
    }

    /// Returns whether anything is left to other threads.
    fn is_divided(&self) -> bool {
        self.subtrees.len() > 1 && rayon::current_num_threads() > 1
    }

    /// Returns the position of a subtree.
    fn position(&self, entry: &Entry) -> L::Pos {
        // SAFETY: by Y11 the offset is within the bytes.
        unsafe { L::at(self.bytes, entry.start) }
    }

    /// Folds the tree bottom-up by a closure, as [`Packed::fold_with`] does, in parallel: threads of the current pool
    /// fold the subtrees of the table, and the calling thread the values above them at last.
    ///
    /// What [`Packed::par_fold_with`] says of the closure is true here too.
    ///
    /// # Errors
    ///
    /// As for [`Packed::fold_with`], for the same trees.
    ///
    /// # Panics
    ///
    /// Panics if the closure panics.
    pub fn par_fold_with<R, F>(&self, call: F) -> Result<R, TooDeep>
    where
        F: Fn(<T as FoldByNode>::Node<'a, R, L>) -> R + Clone + Send,
        R: Send,
        T: FoldByNode + Member<Same<R>, Out = R>,
        T: FoldNode<'a, L, Same<R>, ByNode<F, R>> + FoldNode<'a, L, Same<R>, ByNode<F, R, Ready<R, L>>>,
    {
        if !self.is_divided() {
            return self.root.fold_with(call);
        }
        let grain = (self.bytes.len() / (rayon::current_num_threads() * PARTS_PER_THREAD)).max(LEAST_GRAIN);
        let (mut batches, mut batch, mut size) = (Vec::<Batch<'a, T, L>>::new(), Vec::new(), 0);
        for entry in self.subtrees.entries() {
            // SAFETY: by Y11 a valid `T` is stored there, in bytes that live for `'a`, and takes that number of bytes.
            batch.push(unsafe { Listed::with_size(View::<T, L>::new(self.position(entry)), entry.size) });
            size += entry.size;
            if size > grain {
                batches.push(Batch(core::mem::take(&mut batch)));
                size = 0;
            }
        }
        batches.push(Batch(batch));
        let ready = Ready::fold(batches, &call);
        self.root.fold_group(&mut ByNode::new(call, ready), &Limits::DEFAULT)
    }

    /// Calls `visit` for each value of type `U`, wherever it is in the tree, as [`Packed::par_visit_each`] does:
    /// threads of the current pool visit the subtrees of the table.
    ///
    /// First the values above the subtrees are visited, on the calling thread. At last `join` joins the states in the
    /// order of the bytes.
    ///
    /// # Errors
    ///
    /// As for [`Packed::par_visit_each`].
    ///
    /// # Panics
    ///
    /// Panics if one of the functions panics.
    pub fn par_visit_each<U, S, V>(
        &self,
        start: impl Fn() -> S + Sync,
        visit: V,
        join: impl FnMut(S, S) -> S,
    ) -> Result<S, TooDeep>
    where
        U: Packable<As = U> + ?Sized,
        S: Send,
        V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children + Sync,
    {
        if self.is_divided()
            && let Some(states) = self.visit_divided(&start, &visit)
        {
            return Ok(states.into_iter().reduce(join).unwrap_or_else(start));
        }
        let mut visitor = Visitor { state: start(), visit: &visit };
        // SAFETY: by V1 the tree is stored there, in bytes that live for `'a`.
        unsafe { run::<U, T::Shape, L, S, V>(self.root.pos(), &mut visitor, Levels::within(&Limits::DEFAULT)) }?;
        Ok(visitor.state)
    }

    /// Visits the values above the subtrees, then the subtrees; returns the states in the order of the bytes. `None` if
    /// either nest more deeply than half of the limits allow.
    fn visit_divided<U, S, V>(&self, start: &(impl Fn() -> S + Sync), visit: &V) -> Option<Vec<S>>
    where
        U: Packable<As = U> + ?Sized,
        S: Send,
        V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children + Sync,
    {
        let root = self.root.pos();
        // SAFETY: Y11 is Y12 for the entries. By V1 the tree is stored at its position, in bytes that live for `'a`.
        let above = unsafe {
            let jumps = Jumps::<T, L>::new(root, self.subtrees.entries());
            let visitor = Visitor { state: start(), visit };
            let mut above = Above { jumps, visitor, start, states: Vec::new(), reached: Vec::new() };
            visit_root::<T::Shape, L, EachOr<T, U>, _>(root, &mut above, Levels::within(&HALF)).ok()?;
            above
        };
        let Above { visitor, mut states, reached, .. } = above;
        states.push(visitor.state);
        let inside = reached.into_par_iter().with_max_len(1).map(|entry| {
            let mut visitor = Visitor { state: start(), visit };
            // SAFETY: by Y11 a valid `T` is stored there, in bytes that live for `'a`.
            unsafe { run::<U, T::Shape, L, S, V>(self.position(&entry), &mut visitor, Levels::within(&HALF)) }.ok()?;
            Some(visitor.state)
        });
        let mut inside = inside.collect::<Option<Vec<S>>>()?.into_iter();
        Some(states.into_iter().flat_map(|state| [Some(state), inside.next()]).flatten().collect())
    }
}

/// Visits the values above the subtrees of a table.
struct Above<'v, 't, T, L: Layout, S, V, I> {
    jumps: Jumps<'t, T, L>,
    visitor: Visitor<'v, S, V>,
    start: &'v I,
    /// The states before each subtree that was reached.
    states: Vec<S>,
    reached: Vec<Entry>,
}

/// All values of type `U`, and those of type `T`, which may be subtrees of a table.
struct EachOr<T, U: ?Sized>(PhantomData<T>, PhantomData<U>);

impl<'a, T, U, L, S, V, I> VisitGroup<'a, L, Above<'_, '_, T, L, S, V, I>> for EachOr<T, U>
where
    T: Packable<As = T>,
    U: Packable<As = U> + ?Sized,
    L: Layout,
    V: Fn(&mut S, Cursor<'a, '_, U, L>) -> Children,
    I: Fn() -> S,
{
    type Break = Infallible;

    #[inline(always)]
    fn enters<X: Shape>() -> bool {
        Found::<'a, '_, X, L>::is::<T>() || Found::<'a, '_, X, L>::is::<U>()
    }

    fn enter<X: Shape>(
        above: &mut Above<'_, '_, T, L, S, V, I>,
        found: Found<'a, '_, X, L>,
    ) -> ControlFlow<Infallible, Children> {
        if let Some(entry) = above.jumps.arrive(&found) {
            above.states.push(core::mem::replace(&mut above.visitor.state, (above.start)()));
            above.reached.push(entry);
            return ControlFlow::Continue(Children::Skip);
        }
        <Each<U> as VisitGroup<'a, L, Visitor<'_, S, V>>>::enter::<X>(&mut above.visitor, found)
    }

    fn end_of<'id, X: Shape>(
        above: &Above<'_, '_, T, L, S, V, I>,
        found: &Found<'a, 'id, X, L>,
    ) -> Option<Done<'id, (), L>> {
        above.jumps.end(found)
    }

    #[inline(always)]
    fn leave<X: Shape>(_: &mut Above<'_, '_, T, L, S, V, I>, _: Found<'a, '_, X, L>) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
