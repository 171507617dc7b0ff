//! A field that mentions no type of the group is marked as a leaf.

use packed_data::Packable;

#[derive(Packable)]
#[packable(group = Ast)]
struct Block(#[packable(leaf)] Vec<u8>, Vec<Block>);

packed_data::group! { Ast { Block } }

fn main() {}
