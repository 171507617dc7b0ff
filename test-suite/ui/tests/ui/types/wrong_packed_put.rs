//! A packed value of another type is copied where an `i64` is needed.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

fn main() {
    let number = Packed::<u32>::pack(&1);
    let _packed = Packed::<Tree, Compact>::build(|needs| Tree::start_leaf(needs).put_packed(&number).done());
}
