//! A former name is not a name.

use packed_data::Packable;

#[derive(Packable)]
struct Line {
    #[packable(was = "old name")]
    width: u8,
}

fn main() {}
