//! A field contains the type within a generic type whose parameter is bounded. In a fold a marker replaces the type,
//! and it does not satisfy the bound, so the field must be declared a leaf.

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
