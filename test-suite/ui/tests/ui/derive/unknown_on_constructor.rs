//! An attribute of a constructor is misspelt.

use packed_data::Packable;

#[derive(Packable)]
enum Tree {
    #[packable(renamed = "end")]
    Leaf(i64),
}

fn main() {}
