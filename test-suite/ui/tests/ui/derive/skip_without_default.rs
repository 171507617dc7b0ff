//! A skipped field has no default, and no function.

use packed_data::Packable;

#[derive(Packable)]
struct Line {
    width: u8,
    #[packable(skip)]
    cache: Cache,
}

struct Cache;

fn main() {}
