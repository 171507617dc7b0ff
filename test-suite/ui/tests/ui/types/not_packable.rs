//! A type without `#[derive(Packable)]` is packed.

use packed_data::Packed;

struct Point {
    x: i64,
    y: i64,
}

fn main() {
    let _packed = Packed::<Point>::pack(&Point { x: 1, y: 2 });
}
