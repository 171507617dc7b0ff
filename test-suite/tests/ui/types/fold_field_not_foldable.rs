//! A field mentions the type inside a generic type of another crate, into which folds do not look.

use std::collections::LinkedList;

use packed_data::Packable;

#[derive(Packable)]
struct Rose {
    children: LinkedList<Rose>,
}

fn main() {}
