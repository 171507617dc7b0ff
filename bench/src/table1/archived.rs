//! `rkyv`: archives that are validated once, and then read in place.

use rkyv::boxed::ArchivedBox;
use rkyv::rancor::Error;
use rkyv::seal::Seal;
use rkyv::util::AlignedVec;

use super::trees::{ArchivedExpr, ArchivedTree, Expr, Tree, divide};

/// Serialises a tree as in the first example of rkyv's documentation.
pub(super) fn serialize(tree: &Tree) -> AlignedVec {
    rkyv::to_bytes::<Error>(tree).expect("serialisation fails only without memory")
}

/// Serialises an expression.
pub(super) fn serialize_expr(expr: &Expr) -> AlignedVec {
    rkyv::to_bytes::<Error>(expr).expect("serialisation fails only without memory")
}

/// Validates a tree.
pub(super) fn access(bytes: &[u8]) -> &ArchivedTree {
    rkyv::access::<ArchivedTree, Error>(bytes).expect("these bytes were serialised here")
}

/// Validates an expression.
pub(super) fn access_expr(bytes: &[u8]) -> &ArchivedExpr {
    rkyv::access::<ArchivedExpr, Error>(bytes).expect("these bytes were serialised here")
}

pub(super) fn sum(tree: &ArchivedTree) -> i64 {
    match tree {
        ArchivedTree::Leaf(value) => value.to_native(),
        ArchivedTree::Node(left, right) => sum(left) + sum(right),
    }
}

pub(super) fn eval(expr: &ArchivedExpr) -> i32 {
    match expr {
        ArchivedExpr::Value(value) => value.to_native(),
        ArchivedExpr::Add(left, right) => eval(left).wrapping_add(eval(right)),
        ArchivedExpr::Sub(left, right) => eval(left).wrapping_sub(eval(right)),
        ArchivedExpr::Mul(left, right) => eval(left).wrapping_mul(eval(right)),
        ArchivedExpr::Div(left, right) => divide(eval(left), eval(right)),
    }
}

pub(super) fn right_most(mut tree: &ArchivedTree) -> i64 {
    loop {
        match tree {
            ArchivedTree::Leaf(value) => return value.to_native(),
            ArchivedTree::Node(_, right) => tree = right,
        }
    }
}

pub(super) fn contains(tree: &ArchivedTree, wanted: i64) -> bool {
    match tree {
        ArchivedTree::Leaf(value) => value.to_native() == wanted,
        ArchivedTree::Node(left, right) => contains(left, wanted) || contains(right, wanted),
    }
}

/// Increments every leaf in place.
pub(super) fn increment(tree: Seal<'_, ArchivedTree>) {
    // SAFETY: nothing is moved: the number is overwritten, and the boxes are sealed again.
    match unsafe { tree.unseal_unchecked() } {
        ArchivedTree::Leaf(value) => *value += 1,
        ArchivedTree::Node(left, right) => {
            increment(ArchivedBox::get_seal(Seal::new(left)));
            increment(ArchivedBox::get_seal(Seal::new(right)));
        }
    }
}
