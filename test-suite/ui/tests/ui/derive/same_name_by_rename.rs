//! A constructor is renamed to the name of another.

use packed_data::Packable;

#[derive(Packable)]
enum Tree {
    Leaf(i64),
    #[packable(rename = "leaf")]
    Node(Box<Tree>, Box<Tree>),
}

fn main() {}
