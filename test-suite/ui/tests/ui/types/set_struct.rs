//! A struct is overwritten as a whole; its fields can be.

use packed_data::{Indexed, Packable, Packed};

#[derive(Packable)]
struct Point {
    x: i32,
    y: i32,
}

fn main() {
    let mut points = Packed::<Vec<Point>, Indexed>::pack(&vec![Point { x: 1, y: 2 }]);
    for mut point in points.view_mut() {
        point.set(Point { x: 3, y: 4 });
    }
}
