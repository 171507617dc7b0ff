//! An enum with data is overwritten as a whole: its constructors take different numbers of bytes.

use packed_data::{Indexed, Packable, Packed};

#[derive(Packable)]
enum Shape {
    Circle(u32),
    Square,
}

fn main() {
    let mut packed = Packed::<Shape, Indexed>::pack(&Shape::Circle(1));
    packed.view_mut().set(Shape::Square);
}
