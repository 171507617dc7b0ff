//! An attribute of a field is misspelt.

use packed_data::Packable;

#[derive(Packable)]
struct Rose {
    #[packable(leave)]
    children: Vec<Rose>,
}

fn main() {}
