//! `packed-cursor`, `packed-fold`, `packed-visit`, `packed-view`, `packed-transform`, `packed-in-place` and
//! `packed-build`: the tasks as a user of the library writes them.

use std::ops::ControlFlow;

use packed_data::view::ScalarMut;
use packed_data::{Compact, Cursor, Done, Edit, Filled, Indexed, Layout, Needs, View};

use super::trees::{
    Expr, ExprCase, ExprFold, ExprView, Tree, TreeCase, TreeFold, TreeTransform, TreeView, TreeVisit, divide,
};

/// With cursors: plain recursion, and a loop over the last field where no work is left after it. (For the recursions on
/// pointers, the compiler makes that loop itself.)
pub(crate) mod cursor {
    use super::*;

    pub(crate) fn sum<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
        let mut sum = 0;
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => {
                    let (value, fields) = fields.read();
                    return fields.done(sum + value);
                }
                TreeCase::Node(fields) => {
                    let (left, fields) = fields.with(self::sum);
                    sum += left;
                    tree = fields.tail();
                }
            }
        }
    }

    pub(crate) fn eval<'id, L: Layout>(expr: Cursor<'_, 'id, Expr, L>) -> Done<'id, i32, L> {
        macro_rules! operands {
            ($fields:ident, $apply:expr) => {{
                let (left, fields) = $fields.with(eval);
                let (right, fields) = fields.with(eval);
                fields.done($apply(left, right))
            }};
        }
        match expr.case() {
            ExprCase::Value(fields) => {
                let (value, fields) = fields.read();
                fields.done(value)
            }
            ExprCase::Add(fields) => operands!(fields, i32::wrapping_add),
            ExprCase::Sub(fields) => operands!(fields, i32::wrapping_sub),
            ExprCase::Mul(fields) => operands!(fields, i32::wrapping_mul),
            ExprCase::Div(fields) => operands!(fields, divide),
        }
    }

    pub(crate) fn right_most<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => {
                    let (value, fields) = fields.read();
                    return fields.done(value);
                }
                TreeCase::Node(fields) => tree = fields.skip().tail(),
            }
        }
    }

    pub(crate) fn contains<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>, wanted: i64) -> Done<'id, bool, L> {
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => {
                    let (value, fields) = fields.read();
                    return fields.done(value == wanted);
                }
                TreeCase::Node(fields) => {
                    let (found, fields) = fields.with(|left| contains(left, wanted));
                    if found {
                        return fields.skip().done(true);
                    }
                    tree = fields.tail();
                }
            }
        }
    }
}

/// With views, which need [`Indexed`].
pub(crate) mod view {
    use super::*;

    pub(crate) fn sum(tree: View<'_, Tree, Indexed>) -> i64 {
        match tree.case() {
            TreeView::Leaf(value) => value,
            TreeView::Node(left, right) => sum(left) + sum(right),
        }
    }

    pub(crate) fn eval(expr: View<'_, Expr, Indexed>) -> i32 {
        match expr.case() {
            ExprView::Value(value) => value,
            ExprView::Add(left, right) => eval(left).wrapping_add(eval(right)),
            ExprView::Sub(left, right) => eval(left).wrapping_sub(eval(right)),
            ExprView::Mul(left, right) => eval(left).wrapping_mul(eval(right)),
            ExprView::Div(left, right) => divide(eval(left), eval(right)),
        }
    }

    pub(crate) fn right_most(mut tree: View<'_, Tree, Indexed>) -> i64 {
        loop {
            match tree.case() {
                TreeView::Leaf(value) => return value,
                TreeView::Node(_, right) => tree = right,
            }
        }
    }

    pub(crate) fn contains(tree: View<'_, Tree, Indexed>, wanted: i64) -> bool {
        match tree.case() {
            TreeView::Leaf(value) => value == wanted,
            TreeView::Node(left, right) => contains(left, wanted) || contains(right, wanted),
        }
    }
}

/// The fold that sums the leaves.
pub(crate) struct Sum;

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, value: i64) -> i64 {
        value
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

/// The fold that evaluates.
pub(super) struct Eval;

impl<'a, L: Layout> ExprFold<'a, L> for Eval {
    type Out = i32;

    fn value(&mut self, value: i32) -> i32 {
        value
    }

    fn add(&mut self, left: i32, right: i32) -> i32 {
        left.wrapping_add(right)
    }

    fn sub(&mut self, left: i32, right: i32) -> i32 {
        left.wrapping_sub(right)
    }

    fn mul(&mut self, left: i32, right: i32) -> i32 {
        left.wrapping_mul(right)
    }

    fn div(&mut self, left: i32, right: i32) -> i32 {
        divide(left, right)
    }
}

/// The fold that returns whether the tree contains a value. It cannot stop early.
pub(super) struct Contains(pub(super) i64);

impl<'a, L: Layout> TreeFold<'a, L> for Contains {
    type Out = bool;

    fn leaf(&mut self, value: i64) -> bool {
        value == self.0
    }

    fn node(&mut self, left: bool, right: bool) -> bool {
        left | right
    }
}

/// The visit that sums the leaves.
pub(super) struct Total(pub(super) i64);

impl<'a, L: Layout> TreeVisit<'a, L> for Total {
    type Break = std::convert::Infallible;

    fn leaf(&mut self, value: i64) -> ControlFlow<Self::Break> {
        self.0 += value;
        ControlFlow::Continue(())
    }
}

/// The visit that stops at a value.
pub(super) struct Find(pub(super) i64);

impl<'a, L: Layout> TreeVisit<'a, L> for Find {
    type Break = ();

    fn leaf(&mut self, value: i64) -> ControlFlow<()> {
        if value == self.0 { ControlFlow::Break(()) } else { ControlFlow::Continue(()) }
    }
}

/// The visit that increments in place.
pub(super) struct Increment;

impl<'a> TreeVisit<'a, Edit<Compact>> for Increment {
    type Break = std::convert::Infallible;

    fn leaf(&mut self, mut value: ScalarMut<'a, i64, Compact>) -> ControlFlow<Self::Break> {
        value.update(|value| value + 1);
        ControlFlow::Continue(())
    }
}

impl<'a> TreeVisit<'a, Edit<Indexed>> for Increment {
    type Break = std::convert::Infallible;

    fn leaf(&mut self, mut value: ScalarMut<'a, i64, Indexed>) -> ControlFlow<Self::Break> {
        value.update(|value| value + 1);
        ControlFlow::Continue(())
    }
}

/// Makes a new tree with every leaf incremented.
pub(super) fn increment<'i, 'o, L: Layout>(
    tree: Cursor<'_, 'i, Tree, L>,
    needs: Needs<'o, Tree, L>,
) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|value| value + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).map(increment).done(),
    }
}

/// Builds the perfect tree with leaves 1, 2, 3, ...
pub(crate) fn build<'id, L: Layout>(needs: Needs<'id, Tree, L>, depth: u32, next: &mut i64) -> Filled<'id> {
    if depth == 0 {
        *next += 1;
        return Tree::write_leaf(needs, &*next);
    }
    Tree::start_node(needs)
        .with(|left| build(left, depth - 1, &mut *next))
        .with(|right| build(right, depth - 1, &mut *next))
        .done()
}
