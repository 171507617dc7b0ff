//! `group` takes a path, not a string.

use packed_data::Packable;

#[derive(Packable)]
#[packable(group = "Ast")]
struct Block(Vec<Block>);

fn main() {}
