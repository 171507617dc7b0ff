//! A value of a type outside the group is folded by it.

use packed_data::{Layout, Packable, Packed};

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

struct Depth;

impl<'a, L: Layout> AstFold<'a, L> for Depth {
    type Results = packed_data::fold::Same<u32>;

    fn block(&mut self, block: BlockNode<'a, Self::Results, L>) -> u32 {
        1 + block.blocks.into_iter().max().unwrap_or(0)
    }
}

fn main() {
    let file = Packed::<File>::pack(&File { block: Block { blocks: vec![] } });
    let _depth = file.fold_group(&mut Depth);
}
