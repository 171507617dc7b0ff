//! Random access is used in a layout that must be read in order.

use packed_data::{Compact, Packable, View};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn sum(tree: View<'_, Tree, Compact>) -> i64 {
    match tree.case() {
        TreeView::Leaf(n) => n,
        TreeView::Node(left, right) => sum(left) + sum(right),
    }
}

fn main() {}
