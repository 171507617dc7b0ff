//! A type that does not implement the trait of the group is used as a fold.

use packed_data::{Packable, Packed};

#[derive(Packable)]
#[packable(group = Ast)]
struct Block(Vec<Stmt>);

#[derive(Packable)]
#[packable(group = Ast)]
enum Stmt {
    Pass,
    Loop(Block),
}

packed_data::group! { Ast { Block, Stmt } }

struct Count;

fn main() {
    let block = Packed::<Block>::pack(&Block(vec![Stmt::Pass]));
    let _count = block.fold_group(&mut Count);
    let _flow = block.visit_group::<Ast, _>(&mut Count);
}
