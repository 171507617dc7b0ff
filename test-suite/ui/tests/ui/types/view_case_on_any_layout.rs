//! Code for any layout uses random access.

use packed_data::{Layout, Packable, View};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn sum<L: Layout>(tree: View<'_, Tree, L>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(left, right) => sum(left) + sum(right),
    }
}

fn main() {}
