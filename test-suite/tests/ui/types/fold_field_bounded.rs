//! A field mentions the type inside a type whose parameter is bounded: the marker that stands there in a fold
//! satisfies no bounds, so the field must be said to be a leaf.

use packed_data::Packable;

#[derive(Clone, Packable)]
struct Spanned<T: Clone> {
    start: u32,
    node: Vec<T>,
}

#[derive(Clone, Packable)]
struct Rose {
    children: Spanned<Rose>,
}

fn main() {}
