//! A value of a type outside the group is folded by a closure.

use packed_data::{Packable, Packed};

#[derive(Packable)]
#[packable(group = Ast)]
struct Block {
    blocks: Vec<Block>,
}

#[derive(Packable)]
struct File {
    block: Block,
}

packed_data::group! { Ast { Block } }

fn main() {
    let file = Packed::<File>::pack(&File { block: Block { blocks: vec![] } });
    let _depth = file.fold_with(|_| 1);
}
