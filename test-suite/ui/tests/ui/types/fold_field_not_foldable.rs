//! A field contains the type within a generic type of another crate, into which folds do not descend.

use std::collections::LinkedList;

use packed_data::Packable;

#[derive(Packable)]
struct Rose {
    children: LinkedList<Rose>,
}

fn main() {}
