//! A closure for a field returns the value alone, instead of the proof.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn sum<'id, L: Layout>(tree: Cursor<'_, 'id, Tree, L>) -> Done<'id, i64, L> {
    match tree.case() {
        TreeCase::Leaf(fields) => {
            let (n, _fields) = fields.read();
            n
        }
        TreeCase::Node(fields) => {
            let (left, fields) = fields.with(sum);
            let (right, fields) = fields.with(sum);
            fields.done(left + right)
        }
    }
}

fn main() {}
