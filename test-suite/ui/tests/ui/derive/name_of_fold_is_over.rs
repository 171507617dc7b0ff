//! The trait of folds has a method of its own; that of this constructor would have the same name.

use packed_data::Packable;

#[derive(Packable)]
enum Chain {
    Out(Box<Chain>),
    FoldIsOver(u8),
}

fn main() {}
