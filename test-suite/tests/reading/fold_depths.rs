//! Folds of trees of every depth: several levels are folded by one function, and where it begins depends on the tree.

use packed_data::fold::{Foldable, Stopped};
use packed_data::{Layout, Limits, Packable, Packed};
use test_suite::{TestLayout, over_layouts};

over_layouts!(few: folds_at_each_depth, levels_are_limited_at_each_depth, leading_levels_are_counted);

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

/// The first recursive field comes after leaves.
#[derive(Packable)]
enum Named {
    Tip,
    Node { name: String, left: Box<Named>, n: u32, right: Box<Named> },
}

/// A struct, which ends by an option.
#[derive(Packable)]
struct Search {
    key: u32,
    left: Option<Box<Search>>,
    right: Option<Box<Search>>,
}

/// Folds with a result that depends on the order.
struct Order;

fn combine(left: u64, n: u64, right: u64) -> u64 {
    left.wrapping_mul(31).wrapping_add(n).wrapping_mul(17).wrapping_add(right)
}

impl<'a, L: Layout> TreeFold<'a, L> for Order {
    type Out = u64;

    fn leaf(&mut self, n: i64) -> u64 {
        n as u64
    }

    fn node(&mut self, left: u64, right: u64) -> u64 {
        combine(left, 0, right)
    }
}

impl<'a, L: Layout> NamedFold<'a, L> for Order {
    type Out = u64;

    fn tip(&mut self) -> u64 {
        5
    }

    fn node(&mut self, name: &'a str, left: u64, n: u32, right: u64) -> u64 {
        combine(left, name.len() as u64 + u64::from(n), right)
    }
}

impl<'a, L: Layout> SearchFold<'a, L> for Order {
    type Out = u64;

    fn search(&mut self, key: u32, left: Option<u64>, right: Option<u64>) -> u64 {
        combine(left.unwrap_or(3), key.into(), right.unwrap_or(4))
    }
}

/// Returns a tree in which a node has `left` levels below it on the left, and `right` on the right; all other nodes
/// have the same number on both sides.
fn trees(left: u32, right: u32, next: &mut u32) -> (Tree, Named, Search) {
    fn perfect(depth: u32, next: &mut u32) -> (Tree, Named, Option<Box<Search>>) {
        match depth {
            0 => {
                *next += 1;
                (Tree::Leaf((*next).into()), Named::Tip, None)
            }
            _ => {
                let (tree, named, search) = trees(depth - 1, depth - 1, next);
                (tree, named, Some(Box::new(search)))
            }
        }
    }
    let (left, right) = (perfect(left, next), perfect(right, next));
    *next += 1;
    let (n, name) = (*next, "n".repeat(*next as usize % 3));
    let tree = Tree::Node(Box::new(left.0), Box::new(right.0));
    let named = Named::Node { name, left: Box::new(left.1), n, right: Box::new(right.1) };
    (tree, named, Search { key: n, left: left.2, right: right.2 })
}

/// Returns the results for the owned trees.
fn expected(trees: &(Tree, Named, Search)) -> [u64; 3] {
    fn tree(value: &Tree) -> u64 {
        match value {
            Tree::Leaf(n) => *n as u64,
            Tree::Node(left, right) => combine(tree(left), 0, tree(right)),
        }
    }
    fn named(value: &Named) -> u64 {
        match value {
            Named::Tip => 5,
            Named::Node { name, left, n, right } => {
                combine(named(left), name.len() as u64 + u64::from(*n), named(right))
            }
        }
    }
    fn search(value: &Search) -> u64 {
        let of = |child: &Option<Box<Search>>, absent| child.as_ref().map_or(absent, |child| search(child));
        combine(of(&value.left, 3), value.key.into(), of(&value.right, 4))
    }
    [tree(&trees.0), named(&trees.1), search(&trees.2)]
}

/// Returns the results for the packed trees, by a trait.
fn folded<L: TestLayout>(trees: &(Tree, Named, Search), depth: u32) -> [Result<u64, Stopped>; 3] {
    let limits = Limits { depth, ..Limits::DEFAULT };
    [
        Packed::<Tree, L>::pack(&trees.0).view().fold_within(&mut Order, &limits),
        Packed::<Named, L>::pack(&trees.1).view().fold_within(&mut Order, &limits),
        Packed::<Search, L>::pack(&trees.2).view().fold_within(&mut Order, &limits),
    ]
}

/// The number of depths that are tried.
const DEPTHS: u32 = if cfg!(miri) { 4 } else { 13 };

fn folds_at_each_depth<L: TestLayout>() {
    let shapes =
        (0..DEPTHS).map(|depth| (depth, depth)).chain((0..DEPTHS - 1).flat_map(|depth| [(depth, 2), (1, depth)]));
    for (left, right) in shapes {
        let trees = trees(left, right, &mut 0);
        let expected = expected(&trees);
        assert_eq!(folded::<L>(&trees, Limits::DEFAULT.depth), expected.map(Ok), "{left}, {right}");
        let by_closure = [
            Packed::<Tree, L>::pack(&trees.0).fold_with(|node| match node {
                TreeNode::Leaf(n) => n as u64,
                TreeNode::Node(left, right) => combine(left, 0, right),
            }),
            Packed::<Named, L>::pack(&trees.1).fold_with(|node| match node {
                NamedNode::Tip => 5,
                NamedNode::Node { name, left, n, right } => combine(left, name.len() as u64 + u64::from(n), right),
            }),
            Packed::<Search, L>::pack(&trees.2).fold_with(|SearchNode { key, left, right }| {
                combine(left.unwrap_or(3), key.into(), right.unwrap_or(4))
            }),
        ];
        assert_eq!(by_closure, expected.map(Ok), "{left}, {right}");
    }
}

/// Whether a level is folded singly, in a function for several levels, or because few are left: it counts.
fn levels_are_limited_at_each_depth<L: TestLayout>() {
    for depth in 0..DEPTHS {
        let trees = trees(depth, depth, &mut 0);
        let expected = expected(&trees);
        let levels = depth + 1;
        // (The innermost values of a `Search` are one level further up: they have no leaves.)
        for (index, least) in [levels, levels, depth].into_iter().enumerate() {
            assert_eq!(folded::<L>(&trees, least)[index], Ok(expected[index]), "{depth}");
            for limit in 0..least {
                let stopped = folded::<L>(&trees, limit)[index];
                assert!(matches!(stopped, Err(Stopped::TooDeep(error)) if error.limit == limit), "{depth}, {limit}");
            }
        }
    }
}

fn leading_levels_are_counted<L: TestLayout>() {
    fn counted<T, L: TestLayout>(value: &T, most: u32) -> u32
    where
        T: Packable<As = T>,
        for<'a> T: Foldable<'a, L, Order>,
    {
        Packed::<T, L>::pack(value).read(|value| {
            let count = T::leading(value, most);
            value.skip().map(|()| count)
        })
    }
    for depth in 0..if cfg!(miri) { 6 } else { 10 } {
        let trees = trees(depth, 2, &mut 0);
        let levels = [counted::<_, L>(&trees.0, 64), counted::<_, L>(&trees.1, 64), counted::<_, L>(&trees.2, 64)];
        assert_eq!(levels, [depth + 1; 3]);
        assert_eq!(counted::<_, L>(&trees.0, depth), depth);
    }
    assert_eq!(counted::<_, L>(&Tree::Leaf(1), 64), 0);
}
