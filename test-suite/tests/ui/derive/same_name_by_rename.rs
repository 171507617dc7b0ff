//! A constructor is renamed to what another is called.

use packed_data::Packable;

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    #[packable(rename = "leaf")]
    Node(Box<Tree>, Box<Tree>),
}

fn main() {}
