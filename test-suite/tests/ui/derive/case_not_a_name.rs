//! What is given as the name of a generated type is none.

use packed_data::Packable;

#[derive(Packable)]
#[packable(case = "Which Tree")]
enum Tree {
    Leaf(i64),
}

fn main() {}
