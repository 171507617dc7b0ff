//! The fields of an enum are read without a match on its constructor.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn read<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, (), L> {
    tree.fields().skip().done(())
}

fn main() {}
