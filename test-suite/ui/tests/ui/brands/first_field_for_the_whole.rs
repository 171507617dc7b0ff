//! The proof that the first field was read is returned for the whole value.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn first_only<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, (), L> {
    match tree.case() {
        TreeCase::Leaf(fields) => fields.skip().done(()),
        TreeCase::Node(fields) => {
            let mut first = None;
            _ = fields.with(|left| {
                first = Some(left.skip());
                left.skip()
            });
            first.unwrap()
        }
    }
}

fn main() {}
