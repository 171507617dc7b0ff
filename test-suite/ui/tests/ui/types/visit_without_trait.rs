//! A type that does not implement the derived trait is used as a visitor.

use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    Node(Box<Tree>, Box<Tree>),
}

struct Sum;

fn main() {
    let tree = Packed::<Tree>::pack(&Tree::Leaf(1));
    let _ = tree.visit(&mut Sum);
}
