//! An attribute for fields is on a constructor.

use packed_data::Packable;

#[derive(Packable)]
enum Tree {
    #[packable(leaf)]
    Leaf(i64),
}

fn main() {}
