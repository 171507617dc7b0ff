//! The place of a node's first field is used as that of its last field, although two fields are left.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let _packed = Packed::<Tree, Compact>::build(|needs| Tree::write_leaf(Tree::start_node(needs).tail(), &1));
}
