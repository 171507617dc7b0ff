//! The visibility is misspelt.

use packed_data::Packable;

#[derive(Packable)]
#[packable(vis = "crate")]
pub struct Line {
    width: u8,
}

fn main() {}
