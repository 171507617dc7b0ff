//! A field that is an enum is read as if it were a scalar.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, (), L> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.skip().done(()),
        TreeCase::Node(fields) => {
            let (_left, fields) = fields.read();
            fields.skip().done(())
        }
    }
}

fn main() {}
