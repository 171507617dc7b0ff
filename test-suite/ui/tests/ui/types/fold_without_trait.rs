//! A type that does not implement the derived trait is used as a fold.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

struct Sum;

fn main() {
    let tree = Packed::<Tree>::pack(&Tree::Leaf(1));
    let _sum = tree.fold(&mut Sum);
}
