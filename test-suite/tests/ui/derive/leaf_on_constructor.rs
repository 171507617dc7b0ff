//! An attribute of a field stands on a constructor.

use packed_data::Packable;

#[derive(Packable)]
enum Tree {
    #[packable(leaf)]
    Leaf(i64),
}

fn main() {}
