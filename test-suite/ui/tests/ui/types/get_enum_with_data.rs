//! An enum with data is to be read by `get`, which is for enums without data.

use packed_data::{Indexed, Packable, Packed};

#[derive(Packable)]
enum Shape {
    Point,
    Circle(u32),
}

fn main() {
    let packed = Packed::<Shape, Indexed>::pack(&Shape::Circle(1));
    packed.view().get();
}
