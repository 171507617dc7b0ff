//! A type says that it is in a group that does not name it.

use packed_data::Packable;

#[derive(Packable)]
#[packable(group = Ast)]
struct Block(Vec<Stmt>);

#[derive(Packable)]
#[packable(group = Ast)]
enum Stmt {
    Pass,
    Loop(Block),
}

packed_data::group! { Ast { Block } }

fn main() {}
