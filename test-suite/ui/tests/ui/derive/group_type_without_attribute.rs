//! A group names a type that does not say that it is in the group.

use packed_data::Packable;

#[derive(Packable)]
#[packable(group = Ast)]
struct Block(Vec<Stmt>);

#[derive(Packable)]
enum Stmt {
    Pass,
    Loop(Block),
}

packed_data::group! { Ast { Block, Stmt } }

fn main() {}
