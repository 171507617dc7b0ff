//! The value of a skipped field is given as such, not by a function.

use packed_data::Packable;

#[derive(Packable)]
struct Line {
    width: u8,
    #[packable(skip = 7)]
    cache: u8,
}

fn main() {}
