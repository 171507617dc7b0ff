//! `rust-arena`: nodes in an arena of `bumpalo`, which is freed as a whole.

use bumpalo::Bump;

use super::trees::{self, divide};

/// A tree in an arena.
pub(super) enum Tree<'a> {
    Leaf(i64),
    Node(&'a Tree<'a>, &'a Tree<'a>),
}

/// An expression in an arena.
pub(super) enum Expr<'a> {
    Value(i32),
    Add(&'a Expr<'a>, &'a Expr<'a>),
    Sub(&'a Expr<'a>, &'a Expr<'a>),
    Mul(&'a Expr<'a>, &'a Expr<'a>),
    Div(&'a Expr<'a>, &'a Expr<'a>),
}

/// Copies a tree.
pub(super) fn tree<'a>(tree: &trees::Tree, arena: &'a Bump) -> &'a Tree<'a> {
    arena.alloc(match tree {
        trees::Tree::Leaf(value) => Tree::Leaf(*value),
        trees::Tree::Node(left, right) => Tree::Node(self::tree(left, arena), self::tree(right, arena)),
    })
}

/// Copies an expression.
pub(super) fn expr<'a>(expr: &trees::Expr, arena: &'a Bump) -> &'a Expr<'a> {
    let copy = |expr| self::expr(expr, arena);
    arena.alloc(match expr {
        trees::Expr::Value(value) => Expr::Value(*value),
        trees::Expr::Add(left, right) => Expr::Add(copy(left), copy(right)),
        trees::Expr::Sub(left, right) => Expr::Sub(copy(left), copy(right)),
        trees::Expr::Mul(left, right) => Expr::Mul(copy(left), copy(right)),
        trees::Expr::Div(left, right) => Expr::Div(copy(left), copy(right)),
    })
}

/// Builds the perfect tree with leaves 1, 2, 3, ...
pub(super) fn build(depth: u32, arena: &Bump) -> &Tree<'_> {
    fn grow<'a>(depth: u32, next: &mut i64, arena: &'a Bump) -> &'a Tree<'a> {
        if depth == 0 {
            *next += 1;
            return arena.alloc(Tree::Leaf(*next));
        }
        let left = grow(depth - 1, next, arena);
        arena.alloc(Tree::Node(left, grow(depth - 1, next, arena)))
    }
    grow(depth, &mut 0, arena)
}

pub(super) fn sum(tree: &Tree<'_>) -> i64 {
    match tree {
        Tree::Leaf(value) => *value,
        Tree::Node(left, right) => sum(left) + sum(right),
    }
}

pub(super) fn eval(expr: &Expr<'_>) -> i32 {
    match expr {
        Expr::Value(value) => *value,
        Expr::Add(left, right) => eval(left).wrapping_add(eval(right)),
        Expr::Sub(left, right) => eval(left).wrapping_sub(eval(right)),
        Expr::Mul(left, right) => eval(left).wrapping_mul(eval(right)),
        Expr::Div(left, right) => divide(eval(left), eval(right)),
    }
}

pub(super) fn right_most(mut tree: &Tree<'_>) -> i64 {
    loop {
        match tree {
            Tree::Leaf(value) => return *value,
            Tree::Node(_, right) => tree = right,
        }
    }
}

pub(super) fn contains(tree: &Tree<'_>, wanted: i64) -> bool {
    match tree {
        Tree::Leaf(value) => *value == wanted,
        Tree::Node(left, right) => contains(left, wanted) || contains(right, wanted),
    }
}

/// Returns a new tree with every leaf incremented.
pub(super) fn incremented<'a>(tree: &Tree<'_>, arena: &'a Bump) -> &'a Tree<'a> {
    arena.alloc(match tree {
        Tree::Leaf(value) => Tree::Leaf(value + 1),
        Tree::Node(left, right) => Tree::Node(incremented(left, arena), incremented(right, arena)),
    })
}
