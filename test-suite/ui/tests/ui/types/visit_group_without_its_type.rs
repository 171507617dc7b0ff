//! The group of a visit is not named.

use std::ops::ControlFlow;

use packed_data::fold::Children;
use packed_data::{Cursor, Layout, Packable, Packed};

#[derive(Packable)]
#[packable(group = Ast)]
struct Block {
    blocks: Vec<Block>,
}

packed_data::group! { Ast { Block } }

struct Count(usize);

impl<'a, L: Layout> AstVisit<'a, L> for Count {
    type Break = ();

    fn enter_block(&mut self, _: Cursor<'a, '_, Block, L>) -> ControlFlow<(), Children> {
        self.0 += 1;
        ControlFlow::Continue(Children::Visit)
    }
}

fn main() {
    let packed = Packed::<Block>::pack(&Block { blocks: vec![] });
    let _flow = packed.visit_group(&mut Count(0));
}
