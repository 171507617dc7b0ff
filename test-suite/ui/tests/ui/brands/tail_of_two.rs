//! The first field of a node is read as its last field, although two fields are left.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn left_most<'id, L: Layout>(mut tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    loop {
        match tree.case() {
            TreeCase::Leaf(fields) => {
                let (n, fields) = fields.read();
                return fields.done(n);
            }
            TreeCase::Node(fields) => tree = fields.tail(),
        }
    }
}

fn main() {}
