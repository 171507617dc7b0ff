//! `packed-raw`: recursions by hand in Rust, on raw pointers into the layout `Compact`.
//!
//! Each function also returns the position after the bytes that it read or wrote.

use packed_data::{Compact, Packed};

use super::trees::{Expr, Tree, divide};

const LEAF: u8 = 0;
const VALUE: u8 = 0;

/// Returns the number of bytes of a perfect tree.
///
/// # Panics
///
/// Panics if a `usize` cannot state it.
pub(crate) fn size_of_perfect(depth: u32) -> usize {
    assert!(depth < usize::BITS - 4, "a perfect tree of depth {depth}");
    (9 << depth) + (1 << depth) - 1
}

pub(crate) fn sum(tree: &Packed<Tree, Compact>) -> i64 {
    // SAFETY: `Packed` contains the bytes of a valid tree.
    unsafe { sum_at(tree.as_bytes().as_ptr()).0 }
}

/// # Safety
///
/// A valid tree must begin at `at`.
unsafe fn sum_at(mut at: *const u8) -> (i64, *const u8) {
    let mut sum = 0;
    // SAFETY: a valid tree is a tag, then a number or two valid trees.
    unsafe {
        while *at != LEAF {
            let (left, right) = sum_at(at.add(1));
            sum += left;
            at = right;
        }
        (sum + at.add(1).cast::<i64>().read_unaligned(), at.add(9))
    }
}

pub(super) fn eval(expr: &Packed<Expr, Compact>) -> i32 {
    // SAFETY: `Packed` contains the bytes of a valid expression.
    unsafe { eval_at(expr.as_bytes().as_ptr()).0 }
}

/// # Safety
///
/// A valid expression must begin at `at`.
unsafe fn eval_at(at: *const u8) -> (i32, *const u8) {
    // SAFETY: a valid expression is a tag, then a number or two valid expressions.
    unsafe {
        let tag = *at;
        if tag == VALUE {
            return (at.add(1).cast::<i32>().read_unaligned(), at.add(5));
        }
        let (left, at) = eval_at(at.add(1));
        let (right, at) = eval_at(at);
        let value = match tag {
            1 => left.wrapping_add(right),
            2 => left.wrapping_sub(right),
            3 => left.wrapping_mul(right),
            _ => divide(left, right),
        };
        (value, at)
    }
}

pub(super) fn right_most(tree: &Packed<Tree, Compact>) -> i64 {
    let mut at = tree.as_bytes().as_ptr();
    // SAFETY: a valid tree begins at `at`, at the start and after each step to the right.
    unsafe {
        while *at != LEAF {
            at = skip_at(at.add(1));
        }
        at.add(1).cast::<i64>().read_unaligned()
    }
}

/// # Safety
///
/// A valid tree must begin at `at`.
unsafe fn skip_at(at: *const u8) -> *const u8 {
    // SAFETY: a valid tree is a tag, then a number or two valid trees.
    unsafe { if *at == LEAF { at.add(9) } else { skip_at(skip_at(at.add(1))) } }
}

pub(super) fn contains(tree: &Packed<Tree, Compact>, wanted: i64) -> bool {
    // SAFETY: `Packed` contains the bytes of a valid tree.
    unsafe { contains_at(tree.as_bytes().as_ptr(), wanted).is_none() }
}

/// Returns the position after the tree, or `None` if the tree contains the value.
///
/// # Safety
///
/// A valid tree must begin at `at`.
unsafe fn contains_at(at: *const u8, wanted: i64) -> Option<*const u8> {
    // SAFETY: a valid tree is a tag, then a number or two valid trees.
    unsafe {
        if *at == LEAF {
            return (at.add(1).cast::<i64>().read_unaligned() != wanted).then(|| at.add(9));
        }
        contains_at(contains_at(at.add(1), wanted)?, wanted)
    }
}

/// Returns the bytes of the tree with every leaf incremented.
pub(super) fn incremented(tree: &Packed<Tree, Compact>) -> Vec<u8> {
    let bytes = tree.as_bytes();
    let mut out = Vec::with_capacity(bytes.len());
    // SAFETY: the bytes are a valid tree; the same number is written, for which the buffer has the capacity.
    unsafe {
        increment_at(bytes.as_ptr(), out.as_mut_ptr());
        out.set_len(bytes.len());
    }
    out
}

/// # Safety
///
/// A valid tree must begin at `at`, and memory for the same number of bytes at `out`.
unsafe fn increment_at(at: *const u8, out: *mut u8) -> (*const u8, *mut u8) {
    // SAFETY: a valid tree is a tag, then a number or two valid trees.
    unsafe {
        *out = *at;
        if *at == LEAF {
            let value = at.add(1).cast::<i64>().read_unaligned();
            out.add(1).cast::<i64>().write_unaligned(value + 1);
            return (at.add(9), out.add(9));
        }
        let (at, out) = increment_at(at.add(1), out.add(1));
        increment_at(at, out)
    }
}

/// Returns the bytes of the perfect tree with leaves 1, 2, 3, ...
pub(super) fn build(depth: u32) -> Vec<u8> {
    let size = size_of_perfect(depth);
    let mut out = Vec::with_capacity(size);
    // SAFETY: `size` bytes are written, for which the buffer has the capacity.
    unsafe {
        build_at(depth, &mut 0, out.as_mut_ptr());
        out.set_len(size);
    }
    out
}

/// # Safety
///
/// Memory for the tree must begin at `out`.
unsafe fn build_at(depth: u32, next: &mut i64, out: *mut u8) -> *mut u8 {
    // SAFETY: a tree takes a byte, then 8 bytes or two trees.
    unsafe {
        *out = u8::from(depth > 0);
        if depth == 0 {
            *next += 1;
            out.add(1).cast::<i64>().write_unaligned(*next);
            return out.add(9);
        }
        let out = build_at(depth - 1, next, out.add(1));
        build_at(depth - 1, next, out)
    }
}

/// Returns the bytes of a tree; `size` is their number.
///
/// # Safety
///
/// The tree must take exactly `size` bytes.
pub(super) unsafe fn pack(tree: &Tree, size: usize) -> Vec<u8> {
    let mut out = Vec::with_capacity(size);
    // SAFETY: the caller promises that `size` bytes are written.
    unsafe {
        pack_at(tree, out.as_mut_ptr());
        out.set_len(size);
    }
    out
}

/// # Safety
///
/// Memory for the tree must begin at `out`.
unsafe fn pack_at(tree: &Tree, out: *mut u8) -> *mut u8 {
    // SAFETY: a tree takes a byte, then 8 bytes or two trees.
    unsafe {
        match tree {
            Tree::Leaf(value) => {
                *out = LEAF;
                out.add(1).cast::<i64>().write_unaligned(*value);
                out.add(9)
            }
            Tree::Node(left, right) => {
                *out = 1;
                pack_at(right, pack_at(left, out.add(1)))
            }
        }
    }
}
