//! The paper's tree, and the functions of the service. Each function is written once, for all layouts.

use std::ops::ControlFlow;

use packed_data::packed::Buffer;
use packed_data::{Cursor, Done, Edit, InPlace, Layout, Packable, Packed, TooDeep};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

/// A binary tree with a number in each leaf.
#[derive(Clone, Debug, PartialEq, Packable, Serialize, Deserialize)]
pub enum Tree {
    /// A number.
    Leaf(i64),
    /// The left tree and the right tree.
    Node(Box<Tree>, Box<Tree>),
}

/// Counts and measures of a tree.
#[derive(Clone, Debug, PartialEq, Eq, Packable, Serialize, Deserialize, ToSchema)]
pub struct Stats {
    /// The number of leaves.
    pub leaves: u64,
    /// The number of nodes.
    pub nodes: u64,
    /// The number of nodes above the deepest leaf.
    pub depth: u64,
    /// The least number.
    pub min: i64,
    /// The greatest number.
    pub max: i64,
    /// The size of the packed tree in bytes.
    pub bytes: u64,
}

/// Adds up the leaves, in 128 bits: the sum of 2^64 leaves does not overflow.
struct Sum(i128);

impl<'a, L: Layout> TreeVisit<'a, L> for Sum {
    type Break = ();

    fn leaf(&mut self, n: i64) -> ControlFlow<()> {
        self.0 += i128::from(n);
        ControlFlow::Continue(())
    }

    fn node(&mut self) -> ControlFlow<()> {
        ControlFlow::Continue(())
    }
}

/// Returns the sum of the leaves. It is a visit, so the loop is in the library.
///
/// # Errors
///
/// If the tree is nested deeper than the default limit, which is impossible after validation with the default limits.
pub fn sum<L: Layout, B: Buffer>(tree: &Packed<Tree, L, B>) -> Result<i128, TooDeep> {
    let mut sum = Sum(0);
    let _ = tree.visit(&mut sum)?;
    Ok(sum.0)
}

/// Returns the number in the right-most leaf. `skip` skips each left tree: `Compact` walks through it, `Indexed` jumps
/// over it.
pub fn right_most<L: Layout, B: Buffer>(tree: &Packed<Tree, L, B>) -> i64 {
    fn walk<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => return fields.tail().read(),
                TreeCase::Node(fields) => tree = fields.skip().tail(),
            }
        }
    }
    tree.read(walk)
}

/// Returns the tree with 1 added to each leaf, or `None` if a leaf has the greatest number. The bytes are copied once,
/// and the numbers are overwritten in the copy.
pub fn increment<L: InPlace, B: Buffer>(tree: &Packed<Tree, L, B>) -> Option<Packed<Tree, L>> {
    fn walk<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, Edit<L>>, overflows: &mut bool) -> Done<'id, (), Edit<L>> {
        let mut tree = tree;
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => {
                    let add = |n: i64| {
                        let (sum, overflow) = n.overflowing_add(1);
                        *overflows |= overflow;
                        sum
                    };
                    return fields.update(add).done(());
                }
                TreeCase::Node(fields) => tree = fields.with(|left| walk(left, overflows)).1.tail(),
            }
        }
    }
    let (mut copy, mut overflows) = (tree.to_vec(), false);
    copy.edit(|tree| walk(tree, &mut overflows));
    (!overflows).then_some(copy)
}

/// Returns counts and measures of a tree.
pub fn stats<L: Layout, B: Buffer>(tree: &Packed<Tree, L, B>) -> Stats {
    /// The right tree is read in the loop of its parent. Only left trees take stack, and their depth is limited.
    fn walk<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>, mut depth: u64, stats: &mut Stats) -> Done<'id, (), L> {
        let mut tree = tree;
        loop {
            match tree.case() {
                TreeCase::Leaf(fields) => {
                    let (n, fields) = fields.read();
                    stats.leaves += 1;
                    stats.depth = stats.depth.max(depth);
                    stats.min = stats.min.min(n);
                    stats.max = stats.max.max(n);
                    return fields.done(());
                }
                TreeCase::Node(fields) => {
                    stats.nodes += 1;
                    depth += 1;
                    tree = fields.with(|left| walk(left, depth, stats)).1.tail();
                }
            }
        }
    }
    let bytes = tree.as_bytes().len() as u64;
    let mut stats = Stats { leaves: 0, nodes: 0, depth: 0, min: i64::MAX, max: i64::MIN, bytes };
    tree.read(|tree| walk(tree, 0, &mut stats));
    stats
}

impl Tree {
    /// Returns a node.
    pub fn node(left: Self, right: Self) -> Self {
        Self::Node(Box::new(left), Box::new(right))
    }

    /// Returns a perfect tree with `levels` levels of nodes. Its leaves, from the left, are the results of `leaf`.
    pub fn perfect(levels: u32, leaf: &mut impl FnMut() -> i64) -> Self {
        match levels.checked_sub(1) {
            None => Self::Leaf(leaf()),
            Some(below) => {
                let left = Self::perfect(below, leaf);
                Self::node(left, Self::perfect(below, leaf))
            }
        }
    }

    /// Returns the sum of the leaves of an ordinary tree, for comparison with [`sum`].
    pub fn sum(&self) -> i128 {
        match self {
            Self::Leaf(n) => i128::from(*n),
            Self::Node(left, right) => left.sum() + right.sum(),
        }
    }
}

/// Returns a generator of pseudo-random numbers (xorshift). The same seed leads to the same numbers.
pub fn random(seed: u64) -> impl FnMut() -> i64 {
    let mut state = seed | 1;
    move || {
        state ^= state << 13;
        state ^= state >> 7;
        state ^= state << 17;
        state.cast_signed()
    }
}

#[cfg(test)]
mod tests {
    use packed_data::{Compact, Indexed};

    use super::*;

    fn agrees<L: InPlace>(tree: &Tree, expected: &Stats) {
        let packed = Packed::<Tree, L>::pack(tree);
        assert_eq!(sum(&packed), Ok(tree.sum()));
        assert_eq!(stats(&packed), Stats { bytes: packed.as_bytes().len() as u64, ..expected.clone() });
        let incremented = increment(&packed).unwrap();
        assert_eq!(sum(&incremented), Ok(tree.sum() + i128::from(expected.leaves)));
        assert_eq!(right_most(&incremented), right_most(&packed) + 1);
        assert_eq!(incremented, Packed::<Tree, L>::pack(&incremented.unpack().unwrap()));
    }

    #[test]
    fn every_function_agrees_in_every_layout() {
        let mut next = 0;
        let tree = Tree::perfect(6, &mut || {
            next += 1;
            next
        });
        let expected = Stats { leaves: 64, nodes: 63, depth: 6, min: 1, max: 64, bytes: 0 };
        assert_eq!(tree.sum(), 64 * 65 / 2);
        agrees::<Compact>(&tree, &expected);
        agrees::<Indexed>(&tree, &expected);
    }

    #[test]
    fn a_tree_that_leans_to_the_right_takes_no_stack() {
        let levels: u32 = 200_000;
        let mut bytes = Vec::new();
        for _ in 0..levels {
            bytes.extend([1, 0, 1, 0, 0, 0, 0, 0, 0, 0]);
        }
        bytes.extend([0, 7, 0, 0, 0, 0, 0, 0, 0]);
        let tree = Packed::<Tree>::from_vec(bytes).unwrap();
        assert_eq!(sum(&tree), Ok(i128::from(levels) + 7));
        assert_eq!(right_most(&tree), 7);
        assert_eq!(stats(&tree).depth, u64::from(levels));
        assert_eq!(sum(&increment(&tree).unwrap()), Ok(2 * i128::from(levels) + 8));
    }

    #[test]
    fn the_greatest_number_is_followed_by_none() {
        let tree = |n| Packed::<Tree, Compact>::pack(&Tree::node(Tree::Leaf(n), Tree::Leaf(1)));
        assert_eq!(increment(&tree(i64::MAX)), None);
        assert_eq!(sum(&increment(&tree(i64::MAX - 1)).unwrap()), Ok(i128::from(i64::MAX) + 2));
    }
}
