//! A type that does not contain itself has no fold.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Point {
    x: i64,
    y: i64,
}

struct Sum;

fn main() {
    let point = Packed::<Point>::pack(&Point { x: 1, y: 2 });
    let _sum = point.fold(&mut Sum);
}
