//! The trait of folds has a method of its own, which a constructor's would clash with.

use packed_data::Packable;

#[derive(Packable)]
enum Chain {
    Out(Box<Chain>),
    FoldIsOver(u8),
}

fn main() {}
