//! The name of a generated type is not a valid name.

use packed_data::Packable;

#[derive(Packable)]
#[packable(case = "Which Tree")]
enum Tree {
    Leaf(i64),
}

fn main() {}
