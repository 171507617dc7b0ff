//! A field that is not packed cannot be absent either.

use packed_data::Packable;

#[derive(Packable)]
struct Line {
    width: u8,
    #[packable(skip, default)]
    cache: u8,
}

fn main() {}
