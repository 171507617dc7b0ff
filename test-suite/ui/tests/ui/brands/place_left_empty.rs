//! A node is finished although its second field is not filled.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let _packed = Packed::<Tree, Compact>::build(|needs| {
        Tree::start_node(needs).with(|left| Tree::write_leaf(left, &1)).done()
    });
}
