//! `rust-box`: the tasks on the type itself; also the work after an `unpack` or a decoder.

use super::trees::{Expr, Tree, divide};

pub(crate) fn sum(tree: &Tree) -> i64 {
    match tree {
        Tree::Leaf(value) => *value,
        Tree::Node(left, right) => sum(left) + sum(right),
    }
}

pub(super) fn eval(expr: &Expr) -> i32 {
    match expr {
        Expr::Value(value) => *value,
        Expr::Add(left, right) => eval(left).wrapping_add(eval(right)),
        Expr::Sub(left, right) => eval(left).wrapping_sub(eval(right)),
        Expr::Mul(left, right) => eval(left).wrapping_mul(eval(right)),
        Expr::Div(left, right) => divide(eval(left), eval(right)),
    }
}

pub(super) fn right_most(mut tree: &Tree) -> i64 {
    loop {
        match tree {
            Tree::Leaf(value) => return *value,
            Tree::Node(_, right) => tree = right,
        }
    }
}

pub(super) fn contains(tree: &Tree, wanted: i64) -> bool {
    match tree {
        Tree::Leaf(value) => *value == wanted,
        Tree::Node(left, right) => contains(left, wanted) || contains(right, wanted),
    }
}

/// Returns a new tree with every leaf incremented.
pub(super) fn incremented(tree: &Tree) -> Tree {
    match tree {
        Tree::Leaf(value) => Tree::Leaf(value + 1),
        Tree::Node(left, right) => Tree::Node(Box::new(incremented(left)), Box::new(incremented(right))),
    }
}

/// Increments every leaf of this tree.
pub(super) fn increment(tree: &mut Tree) {
    match tree {
        Tree::Leaf(value) => *value += 1,
        Tree::Node(left, right) => {
            increment(left);
            increment(right);
        }
    }
}

/// Builds the perfect tree with leaves 1, 2, 3, ...
pub(crate) fn build(depth: u32) -> Tree {
    fn grow(depth: u32, next: &mut i64) -> Tree {
        if depth == 0 {
            *next += 1;
            return Tree::Leaf(*next);
        }
        let left = Box::new(grow(depth - 1, next));
        Tree::Node(left, Box::new(grow(depth - 1, next)))
    }
    grow(depth, &mut 0)
}
