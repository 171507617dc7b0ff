//! The paper's tree, and functions over it that more than one benchmark measures.

#![allow(dead_code, reason = "no benchmark uses everything")]

use std::convert::Infallible;
use std::ops::ControlFlow;

use packed_data::{Cursor, Done, Filled, Indexed, Layout, Needs, Packable, View};

/// The paper's tree.
#[derive(Packable)]
pub(crate) enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// Returns a perfect tree of 2^depth leaves, which are numbered: the first one is `next + 1`.
pub(crate) fn perfect(depth: u32, next: &mut i64) -> Tree {
    if depth == 0 {
        *next += 1;
        return Tree::Leaf(*next);
    }
    let left = perfect(depth - 1, next);
    Tree::Node(Box::new(left), Box::new(perfect(depth - 1, next)))
}

/// Adds up the leaves, with a cursor.
pub(crate) fn sum_cursor<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, fields) = fields.read();
            fields.done(n)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum_cursor);
            let (right, fields) = fields.with(sum_cursor);
            fields.done(left + right)
        }
    }
}

/// Adds up the leaves, with a cursor and a loop over last fields.
pub(crate) fn sum_tail<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    let mut sum = 0;
    loop {
        match tree.case() {
            TreeCase::Leaf(fields) => {
                let (n, fields) = fields.read();
                return fields.done(sum + n);
            }
            TreeCase::Node(fields) => {
                let (left, fields) = fields.with(sum_tail);
                sum += left;
                tree = fields.tail();
            }
        }
    }
}

/// Adds up the leaves, with views.
pub(crate) fn sum_view(tree: View<'_, Tree, Indexed>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(left, right) => sum_view(left) + sum_view(right),
    }
}

/// Adds one to each leaf of a new tree.
pub(crate) fn increment<'i, 'o, L: Layout>(
    tree: Cursor<'_, 'i, Tree, L>,
    needs: Needs<'o, Tree, L>,
) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
    }
}

/// Adds up the leaves: a fold returns the sum, a visit adds to it.
pub(crate) struct Sum(pub(crate) i64);

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, n: i64) -> i64 {
        n
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = Infallible;

    fn leaf(&mut self, n: i64) -> ControlFlow<Infallible> {
        self.0 += n;
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<Infallible> {
        ControlFlow::Continue(())
    }
}
