//! A transparent type is put into a group.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent, group = Ast)]
struct Block(Vec<u8>);

fn main() {}
