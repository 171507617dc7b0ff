//! A transform of a node leaves out its second field.

use packed_data::{Cursor, Done, Filled, Layout, Needs, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn increment<'i, 'o, L: Layout>(tree: Cursor<'_, 'i, Tree, L>, needs: Needs<'o, Tree, L>) -> Done<'i, Filled<'o>, L> {
    match tree.transform(needs) {
        TreeTransform::Leaf(fields) => fields.update(|n| n + 1).done(),
        TreeTransform::Node(fields) => fields.map(increment).done(),
    }
}

fn main() {}
