//! The trees: their types, their shapes, and the source of their numbers.

use packed_data::Packable;

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
pub(crate) enum Tree {
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

/// The paper's arithmetic expressions. Arithmetic wraps, and a division by zero returns zero.
#[derive(
    Debug,
    PartialEq,
    Packable,
    rkyv::Archive,
    rkyv::Serialize,
    serde::Serialize,
    serde::Deserialize,
    wincode::SchemaWrite,
    wincode::SchemaRead,
)]
#[rkyv(serialize_bounds(__S: rkyv::ser::Writer + rkyv::ser::Allocator, __S::Error: rkyv::rancor::Source))]
#[rkyv(bytecheck(bounds(__C: rkyv::validation::ArchiveContext)))]
pub(crate) enum Expr {
    /// A value.
    Value(i32),
    /// A sum.
    Add(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
    ),
    /// A difference.
    Sub(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
    ),
    /// A product.
    Mul(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
    ),
    /// A quotient.
    Div(
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
        #[rkyv(omit_bounds)]
        #[wincode(with = "Link<Expr>")]
        Box<Expr>,
    ),
}

/// Returns the quotient, or zero if there is none.
#[inline]
pub(super) fn divide(a: i32, b: i32) -> i32 {
    if b == 0 { 0 } else { a.wrapping_div(b) }
}

/// The shape of a tree.
#[derive(Clone, Copy, Debug, PartialEq, Eq)]
pub(super) enum Shape {
    /// 2^depth leaves, all at the same depth.
    Perfect(u32),
    /// This number of leaves. Each node has a part of its leaves on the left that is drawn uniformly. So the depth is a
    /// multiple of the logarithm, as in a search tree into which keys were inserted in random order.
    Random(u64),
}

impl Shape {
    /// Returns the depth, or `random`.
    pub(super) fn name(self) -> String {
        match self {
            Self::Perfect(depth) => depth.to_string(),
            Self::Random(_) => "random".to_owned(),
        }
    }

    /// Returns the number of leaves.
    pub(super) fn leaves(self) -> u64 {
        match self {
            Self::Perfect(depth) => 1 << depth,
            Self::Random(leaves) => leaves,
        }
    }

    /// Returns the shapes of the subtrees of the root, or `None` for a leaf.
    fn split(self, random: &mut SplitMix64) -> Option<(Self, Self)> {
        match self {
            Self::Perfect(0) | Self::Random(1) => None,
            Self::Perfect(depth) => Some((Self::Perfect(depth - 1), Self::Perfect(depth - 1))),
            Self::Random(leaves) => {
                let left = 1 + random.below(leaves - 1);
                Some((Self::Random(left), Self::Random(leaves - left)))
            }
        }
    }
}

/// Returns the tree of this shape with leaves 1, 2, 3, ... from left to right.
pub(super) fn tree(shape: Shape) -> Tree {
    fn grow(shape: Shape, random: &mut SplitMix64, next: &mut i64) -> Tree {
        let Some((left, right)) = shape.split(random) else {
            *next += 1;
            return Tree::Leaf(*next);
        };
        let left = Box::new(grow(left, random, next));
        Tree::Node(left, Box::new(grow(right, random, next)))
    }
    grow(shape, &mut SplitMix64(1), &mut 0)
}

/// Returns an expression of this shape. Its values are drawn. Its operators are drawn too, or depend on the level if
/// the shape is perfect.
pub(super) fn expr(shape: Shape) -> Expr {
    fn grow(shape: Shape, random: &mut SplitMix64) -> Expr {
        let Some((left, right)) = shape.split(random) else {
            return Expr::Value(1 + random.below(1000) as i32);
        };
        let operator = match shape {
            Shape::Perfect(depth) => u64::from(depth) % 4,
            Shape::Random(_) => random.below(4),
        };
        let left = Box::new(grow(left, random));
        let right = Box::new(grow(right, random));
        match operator {
            0 => Expr::Add(left, right),
            1 => Expr::Sub(left, right),
            2 => Expr::Mul(left, right),
            _ => Expr::Div(left, right),
        }
    }
    grow(shape, &mut SplitMix64(2))
}

/// Steele, Lea and Flood's generator: the same seed always results in the same numbers.
struct SplitMix64(u64);

impl SplitMix64 {
    fn next(&mut self) -> u64 {
        self.0 = self.0.wrapping_add(0x9e37_79b9_7f4a_7c15);
        let z = (self.0 ^ (self.0 >> 30)).wrapping_mul(0xbf58_476d_1ce4_e5b9);
        let z = (z ^ (z >> 27)).wrapping_mul(0x94d0_49bb_1331_11eb);
        z ^ (z >> 31)
    }

    /// Returns a number below `end`, uniform except for a fraction of `end` / 2^64.
    fn below(&mut self, end: u64) -> u64 {
        ((u128::from(self.next()) * u128::from(end)) >> 64) as u64
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn the_generator_is_the_published_one() {
        let mut random = SplitMix64(1234567);
        assert_eq!([random.next(), random.next()], [6457827717110365317, 3203168211198807973]);
    }

    #[test]
    fn random_shapes_are_not_deep() {
        fn depth(tree: &Tree) -> u32 {
            match tree {
                Tree::Leaf(_) => 0,
                Tree::Node(left, right) => 1 + depth(left).max(depth(right)),
            }
        }
        assert_eq!(depth(&tree(Shape::Perfect(6))), 6);
        let random = depth(&tree(Shape::Random(1 << 12)));
        assert!((20..60).contains(&random), "{random}");
    }

    #[test]
    fn expressions_have_all_constructors() {
        fn count(expr: &Expr, counts: &mut [u32; 5]) {
            let (index, operands) = match expr {
                Expr::Value(_) => (0, None),
                Expr::Add(a, b) => (1, Some((a, b))),
                Expr::Sub(a, b) => (2, Some((a, b))),
                Expr::Mul(a, b) => (3, Some((a, b))),
                Expr::Div(a, b) => (4, Some((a, b))),
            };
            counts[index] += 1;
            if let Some((a, b)) = operands {
                count(a, counts);
                count(b, counts);
            }
        }
        for shape in [Shape::Perfect(5), Shape::Random(200)] {
            let mut counts = [0; 5];
            count(&expr(shape), &mut counts);
            assert_eq!(u64::from(counts[0]), shape.leaves());
            assert!(counts.iter().all(|count| *count > 0), "{counts:?}");
        }
    }
}
