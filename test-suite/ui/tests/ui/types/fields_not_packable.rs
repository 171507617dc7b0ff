//! Fields of two types have types that cannot be packed; other types contain these two.

use packed_data::Packable;

struct Inner(u8);

struct Other(u8);

#[derive(Packable)]
struct Outer {
    inner: Inner,
    name: String,
}

#[derive(Packable)]
enum Tree {
    Leaf(Other),
    Node(Box<Tree>, Box<Tree>),
}

#[derive(Packable)]
struct Whole {
    outer: Outer,
    trees: Vec<Tree>,
}

fn main() {}
