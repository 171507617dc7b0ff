//! The tree, and what is done with it.

use packed_data::{Cursor, Done, Filled, Indexed, Layout, Needs, Packable, View};

use crate::link::Link;

/// The paper's tree.
#[derive(
    Clone,
    Debug,
    PartialEq,
    Packable,
    rkyv::Archive,
    rkyv::Serialize,
    rkyv::Deserialize,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
    borsh::BorshSerialize,
    borsh::BorshDeserialize,
)]
#[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]
#[rkyv(deserialize_bounds(__D::Error: rkyv::rancor::Source))]
#[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext)))]
pub(super) enum Tree {
    /// A value.
    Leaf(i64),
    /// Two subtrees.
    Node(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Tree>")]
        Box<Tree>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Tree>")]
        Box<Tree>,
    ),
}

/// So many leaves has a perfect tree.
pub(super) fn leaves(depth: u32) -> u64 {
    1 << depth
}

/// So many bytes has a perfect tree in `Compact`.
pub(super) fn bytes(depth: u32) -> u64 {
    10 * leaves(depth) - 1
}

/// The perfect tree whose leaves are 1, 2, 3, ...
pub(super) fn perfect(depth: u32) -> Tree {
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

/// Fills a place with the perfect tree whose leaves go on from `next`.
pub(super) fn build<'id, L: Layout>(needs: Needs<'id, Tree, L>, depth: u32, next: &mut i64) -> Filled<'id> {
    if depth == 0 {
        *next += 1;
        return Tree::write_leaf(needs, &*next);
    }
    Tree::start_node(needs)
        .with(|left| build(left, depth - 1, &mut *next))
        .with(|right| build(right, depth - 1, &mut *next))
        .done()
}

pub(super) fn sum_box(tree: &Tree) -> i64 {
    match tree {
        Tree::Leaf(value) => *value,
        Tree::Node(left, right) => sum_box(left) + sum_box(right),
    }
}

pub(super) fn sum_cursor<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (value, fields) = fields.read();
            fields.done(value)
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum_cursor);
            let (right, fields) = fields.with(sum_cursor);
            fields.done(left + right)
        }
    }
}

pub(super) fn sum_view(tree: View<'_, Tree, Indexed>) -> i64 {
    match tree.case() {
        TreeView::Leaf(value) => value,
        TreeView::Node(left, right) => sum_view(left) + sum_view(right),
    }
}

/// The fold that sums.
pub(super) struct Sum;

impl<'a, L: Layout> TreeFold<'a, L> for Sum {
    type Out = i64;

    fn leaf(&mut self, value: i64) -> i64 {
        value
    }

    fn node(&mut self, left: i64, right: i64) -> i64 {
        left + right
    }
}

/// The sum by recursion on raw pointers into `Compact`, and the position behind the tree.
///
/// # Safety
///
/// A valid tree stands at `at`.
pub(super) unsafe fn sum_raw(at: *const u8) -> (i64, *const u8) {
    // SAFETY: a valid tree is a tag, then a number or two valid trees.
    unsafe {
        if *at == 0 {
            return (at.add(1).cast::<i64>().read_unaligned(), at.add(9));
        }
        let (left, at) = sum_raw(at.add(1));
        let (right, at) = sum_raw(at);
        (left + right, at)
    }
}

/// The plain read: the sum of all bytes, taken as words, and of those that are left.
pub(super) fn sum_words(bytes: &[u8]) -> u64 {
    let (words, rest) = bytes.as_chunks::<8>();
    let rest = rest.iter().map(|byte| u64::from(*byte)).sum::<u64>();
    words.iter().fold(rest, |sum, word| sum.wrapping_add(u64::from_le_bytes(*word)))
}
