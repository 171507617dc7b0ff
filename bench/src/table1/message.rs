//! `capnp`: Cap'n Proto messages with the schema `schema/tree.capnp`.

use capnp::Result;
use capnp::message::{Builder, HeapAllocator, Reader, ReaderOptions};
use capnp::serialize::{BufferSegments, read_message_from_flat_slice, write_message_to_words};

use super::trees::{self, divide};
use crate::generated::tree_capnp::{expr, tree};

/// Bytes with their table of segments.
pub(super) type Message<'m> = Reader<BufferSegments<&'m [u8]>>;

/// Returns a message with this tree, in its builder.
pub(super) fn tree(tree: &trees::Tree) -> Builder<HeapAllocator> {
    let mut message = Builder::new_default();
    fill(message.init_root(), tree);
    message
}

fn fill(mut to: tree::Builder<'_>, tree: &trees::Tree) {
    match tree {
        trees::Tree::Leaf(value) => to.set_leaf(*value),
        trees::Tree::Node(left, right) => {
            let mut node = to.init_node();
            fill(node.reborrow().init_left(), left);
            fill(node.init_right(), right);
        }
    }
}

/// Returns a message with the perfect tree with leaves 1, 2, 3, ...
pub(super) fn build(depth: u32) -> Builder<HeapAllocator> {
    fn grow(mut to: tree::Builder<'_>, depth: u32, next: &mut i64) {
        if depth == 0 {
            *next += 1;
            return to.set_leaf(*next);
        }
        let mut node = to.init_node();
        grow(node.reborrow().init_left(), depth - 1, next);
        grow(node.init_right(), depth - 1, next);
    }
    let mut message = Builder::new_default();
    grow(message.init_root(), depth, &mut 0);
    message
}

/// Returns a message with this expression.
pub(super) fn expr(expr: &trees::Expr) -> Builder<HeapAllocator> {
    let mut message = Builder::new_default();
    fill_expr(message.init_root(), expr);
    message
}

fn fill_expr(mut to: expr::Builder<'_>, expr: &trees::Expr) {
    macro_rules! operands {
        ($node:expr, $left:expr, $right:expr) => {{
            let mut node = $node;
            fill_expr(node.reborrow().init_left(), $left);
            fill_expr(node.init_right(), $right);
        }};
    }
    match expr {
        trees::Expr::Value(value) => to.set_value(*value),
        trees::Expr::Add(left, right) => operands!(to.init_add(), left, right),
        trees::Expr::Sub(left, right) => operands!(to.init_sub(), left, right),
        trees::Expr::Mul(left, right) => operands!(to.init_mul(), left, right),
        trees::Expr::Div(left, right) => operands!(to.init_div(), left, right),
    }
}

/// Returns the bytes of a message.
pub(super) fn bytes(message: &Builder<HeapAllocator>) -> Vec<u8> {
    write_message_to_words(message)
}

/// Returns bytes as a message. The limits, which protect against hostile messages, are lifted, because each walk counts
/// again the words that it reads.
pub(super) fn read(mut bytes: &[u8]) -> Message<'_> {
    let options = *ReaderOptions::new().traversal_limit_in_words(None).nesting_limit(i32::MAX);
    read_message_from_flat_slice(&mut bytes, options).expect("these bytes were written here")
}

pub(super) fn sum(message: &Message<'_>) -> Result<i64> {
    sum_of(message.get_root()?)
}

/// Returns the sum of a message that is still in its builder.
pub(super) fn sum_built(message: &Builder<HeapAllocator>) -> Result<i64> {
    sum_of(message.get_root_as_reader()?)
}

fn sum_of(tree: tree::Reader<'_>) -> Result<i64> {
    Ok(match tree.which()? {
        tree::Leaf(value) => value,
        tree::Node(node) => sum_of(node.get_left()?)? + sum_of(node.get_right()?)?,
    })
}

pub(super) fn eval(message: &Message<'_>) -> Result<i32> {
    eval_of(message.get_root()?)
}

fn eval_of(expr: expr::Reader<'_>) -> Result<i32> {
    macro_rules! operands {
        ($node:expr) => {
            (eval_of($node.get_left()?)?, eval_of($node.get_right()?)?)
        };
    }
    let apply = |f: fn(i32, i32) -> i32, (left, right)| f(left, right);
    Ok(match expr.which()? {
        expr::Value(value) => value,
        expr::Add(node) => apply(i32::wrapping_add, operands!(node)),
        expr::Sub(node) => apply(i32::wrapping_sub, operands!(node)),
        expr::Mul(node) => apply(i32::wrapping_mul, operands!(node)),
        expr::Div(node) => apply(divide, operands!(node)),
    })
}

pub(super) fn right_most(message: &Message<'_>) -> Result<i64> {
    let mut tree: tree::Reader<'_> = message.get_root()?;
    loop {
        match tree.which()? {
            tree::Leaf(value) => return Ok(value),
            tree::Node(node) => tree = node.get_right()?,
        }
    }
}

pub(super) fn contains(message: &Message<'_>, wanted: i64) -> Result<bool> {
    fn search(tree: tree::Reader<'_>, wanted: i64) -> Result<bool> {
        Ok(match tree.which()? {
            tree::Leaf(value) => value == wanted,
            tree::Node(node) => search(node.get_left()?, wanted)? || search(node.get_right()?, wanted)?,
        })
    }
    search(message.get_root()?, wanted)
}

/// Increments every leaf of a message that is still in its builder.
pub(super) fn increment(message: &mut Builder<HeapAllocator>) -> Result<()> {
    fn walk(mut tree: tree::Builder<'_>) -> Result<()> {
        match tree.reborrow().which()? {
            tree::Leaf(value) => tree.set_leaf(value + 1),
            tree::Node(mut node) => {
                walk(node.reborrow().get_left()?)?;
                walk(node.get_right()?)?;
            }
        }
        Ok(())
    }
    walk(message.get_root()?)
}
