//! `zerocopy` is not a setting.

use packed_data::Packable;

#[derive(Packable)]
#[packable(zerocopy = "yes")]
struct Point {
    x: f32,
}

fn main() {}
