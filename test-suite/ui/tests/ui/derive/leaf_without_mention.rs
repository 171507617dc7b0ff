//! A field whose type does not contain the type itself is a leaf anyway.

use packed_data::Packable;

#[derive(Packable)]
struct Rose {
    #[packable(leaf)]
    name: String,
    children: Vec<Rose>,
}

fn main() {}
