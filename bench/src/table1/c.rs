//! `c-pointers`, `c-packed`, `c-in-place` and `c-packed-in-place`: the functions of `c/tree.c`, and owners of their
//! trees.

use std::ptr::NonNull;

use packed_data::{Compact, Packed};

use super::trees;

/// `struct tree`, which only C accesses.
#[repr(C)]
struct CTree([u8; 0]);

/// `struct expr`.
#[repr(C)]
struct CExpr([u8; 0]);

unsafe extern "C" {
    fn tree_from_packed(at: *mut *const u8) -> NonNull<CTree>;
    fn tree_build(depth: u32, next: *mut i64) -> NonNull<CTree>;
    fn tree_free(tree: NonNull<CTree>);
    fn tree_sum(tree: NonNull<CTree>) -> i64;
    fn tree_right_most(tree: NonNull<CTree>) -> i64;
    fn tree_contains(tree: NonNull<CTree>, wanted: i64) -> i32;
    fn tree_increment(tree: NonNull<CTree>);
    fn tree_incremented(tree: NonNull<CTree>) -> NonNull<CTree>;
    fn expr_from_packed(at: *mut *const u8) -> NonNull<CExpr>;
    fn expr_free(expr: NonNull<CExpr>);
    fn expr_eval(expr: NonNull<CExpr>) -> i32;
    fn packed_sum(at: *mut *const u8) -> i64;
    fn packed_eval(at: *mut *const u8) -> i32;
    fn packed_right_most(at: *mut *const u8) -> i64;
    fn packed_contains(at: *mut *const u8, wanted: i64) -> i32;
    fn packed_increment_in_place(at: *mut *mut u8);
    fn packed_increment(at: *mut *const u8, out: *mut *mut u8);
    fn packed_build(depth: u32, next: *mut i64, out: *mut *mut u8);
    fn packed_pack(tree: NonNull<CTree>, out: *mut *mut u8);
}

/// A tree of nodes allocated by `malloc`.
pub(super) struct Tree(NonNull<CTree>);

impl Tree {
    /// Copies a packed tree.
    pub(super) fn new(packed: &Packed<trees::Tree, Compact>) -> Self {
        // SAFETY: `Packed` contains the bytes of a valid tree.
        Self(unsafe { tree_from_packed(&mut packed.as_bytes().as_ptr()) })
    }

    /// Builds the perfect tree with leaves 1, 2, 3, ...
    pub(super) fn build(depth: u32) -> Self {
        // SAFETY: the pointer is to a number.
        Self(unsafe { tree_build(depth, &mut 0) })
    }

    pub(super) fn sum(&self) -> i64 {
        // SAFETY: the tree exists until it is dropped.
        unsafe { tree_sum(self.0) }
    }

    pub(super) fn right_most(&self) -> i64 {
        // SAFETY: the tree exists until it is dropped.
        unsafe { tree_right_most(self.0) }
    }

    pub(super) fn contains(&self, wanted: i64) -> bool {
        // SAFETY: the tree exists until it is dropped.
        unsafe { tree_contains(self.0, wanted) != 0 }
    }

    pub(super) fn increment(&mut self) {
        // SAFETY: the tree exists until it is dropped, and no other code accesses it.
        unsafe { tree_increment(self.0) }
    }

    /// Returns a new tree with every leaf incremented.
    pub(super) fn incremented(&self) -> Self {
        // SAFETY: the tree exists until it is dropped.
        Self(unsafe { tree_incremented(self.0) })
    }

    /// Returns the bytes of the layout `Compact`; `size` is their number.
    ///
    /// # Safety
    ///
    /// `size` is at least the number of bytes of this tree when packed.
    pub(super) unsafe fn pack(&self, size: usize) -> Vec<u8> {
        // SAFETY: the tree exists, and C writes its bytes, for which the caller promises the capacity.
        write(size, |out| unsafe { packed_pack(self.0, out) })
    }
}

impl Drop for Tree {
    fn drop(&mut self) {
        // SAFETY: the tree is not used again.
        unsafe { tree_free(self.0) }
    }
}

/// An expression of nodes allocated by `malloc`.
pub(super) struct Expr(NonNull<CExpr>);

impl Expr {
    /// Copies a packed expression.
    pub(super) fn new(packed: &Packed<trees::Expr, Compact>) -> Self {
        // SAFETY: `Packed` contains the bytes of a valid expression.
        Self(unsafe { expr_from_packed(&mut packed.as_bytes().as_ptr()) })
    }

    pub(super) fn eval(&self) -> i32 {
        // SAFETY: the expression exists until it is dropped.
        unsafe { expr_eval(self.0) }
    }
}

impl Drop for Expr {
    fn drop(&mut self) {
        // SAFETY: the expression is not used again.
        unsafe { expr_free(self.0) }
    }
}

pub(super) fn sum_packed(tree: &Packed<trees::Tree, Compact>) -> i64 {
    // SAFETY: `Packed` contains the bytes of a valid tree.
    unsafe { packed_sum(&mut tree.as_bytes().as_ptr()) }
}

pub(super) fn eval_packed(expr: &Packed<trees::Expr, Compact>) -> i32 {
    // SAFETY: `Packed` contains the bytes of a valid expression.
    unsafe { packed_eval(&mut expr.as_bytes().as_ptr()) }
}

pub(super) fn right_most_packed(tree: &Packed<trees::Tree, Compact>) -> i64 {
    // SAFETY: `Packed` contains the bytes of a valid tree.
    unsafe { packed_right_most(&mut tree.as_bytes().as_ptr()) }
}

pub(super) fn packed_has(tree: &Packed<trees::Tree, Compact>, wanted: i64) -> bool {
    // SAFETY: `Packed` contains the bytes of a valid tree.
    unsafe { packed_contains(&mut tree.as_bytes().as_ptr(), wanted) != 0 }
}

/// Increments the leaves of a packed tree in place.
///
/// # Safety
///
/// The bytes must be those of a tree in the layout `Compact`.
pub(super) unsafe fn increment_in_place(bytes: &mut [u8]) {
    // SAFETY: the caller's promise.
    unsafe { packed_increment_in_place(&mut bytes.as_mut_ptr()) }
}

/// Returns the bytes of the tree with every leaf incremented.
pub(super) fn incremented(tree: &Packed<trees::Tree, Compact>) -> Vec<u8> {
    let bytes = tree.as_bytes();
    // SAFETY: the bytes are a valid tree, and C writes the same number of bytes.
    write(bytes.len(), |out| unsafe { packed_increment(&mut bytes.as_ptr(), out) })
}

/// Returns the bytes of the perfect tree with leaves 1, 2, 3, ...
pub(super) fn build_packed(depth: u32) -> Vec<u8> {
    // SAFETY: C writes the bytes of that tree, for which the buffer has the capacity.
    write(super::raw::size_of_perfect(depth), |out| unsafe { packed_build(depth, &mut 0, out) })
}

/// Returns a buffer with a capacity of `size` bytes, which `fill` writes from its beginning.
fn write(size: usize, fill: impl FnOnce(*mut *mut u8)) -> Vec<u8> {
    let mut buffer = Vec::with_capacity(size);
    let start: *mut u8 = buffer.as_mut_ptr();
    let mut end = start;
    fill(&mut end);
    let written = end as usize - start as usize;
    assert!(written <= size, "C wrote too many bytes");
    // SAFETY: `written` bytes of the buffer are initialised.
    unsafe { buffer.set_len(written) };
    buffer
}
