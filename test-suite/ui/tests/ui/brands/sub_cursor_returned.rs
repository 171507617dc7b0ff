//! A closure returns the proof of the parent instead of that of its own field.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn skip_all<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, (), L> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.skip().done(()),
        TreeCase::Node(fields) => {
            let ((), fields) = fields.with(|_left| tree.skip());
            fields.skip().done(())
        }
    }
}

fn main() {}
