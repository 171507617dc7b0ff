//! A string is written where a number is needed.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let _packed = Packed::<Tree, Compact>::build(|needs| Tree::write_leaf(needs, "one"));
}
