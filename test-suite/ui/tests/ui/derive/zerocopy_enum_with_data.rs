//! Values of an enum with data vary in size, so they are not copied whole.

use packed_data::Packable;

#[derive(Packable)]
#[packable(zerocopy)]
enum Shape {
    Point,
    Circle(f32),
}

fn main() {}
