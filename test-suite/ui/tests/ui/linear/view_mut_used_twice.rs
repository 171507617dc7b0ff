//! The fields of a view for editing are taken twice, so that there would be two places for one scalar.

use packed_data::view::ViewMut;
use packed_data::{Indexed, Packable};

#[derive(Packable)]
struct Point {
    x: i64,
    y: i64,
}

fn twice(point: ViewMut<'_, Point, Indexed>) {
    let mut one = point.fields();
    let mut other = point.fields();
    one.x.set(1);
    other.x.set(2);
}

fn main() {}
