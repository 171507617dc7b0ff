//! The traits of `zerocopy` prove that values can be copied whole.

use packed_data::Packable;

#[derive(Packable)]
#[packable(zerocopy)]
#[repr(C)]
struct Point {
    x: f32,
    y: f32,
}

fn main() {}
