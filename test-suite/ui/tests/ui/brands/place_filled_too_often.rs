//! A second field is written to a leaf, which has only one.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let _packed = Packed::<Tree, Compact>::build(|needs| Tree::start_leaf(needs).put(&1).put(&2).done());
}
