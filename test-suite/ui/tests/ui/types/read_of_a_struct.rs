//! A field that is a struct is read as if it were a scalar.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Point(i64, i64);

#[derive(Packable)]
struct Line {
    from: Point,
    to: Point,
}

fn main() {
    let line = Packed::<Line>::pack(&Line { from: Point(0, 0), to: Point(1, 1) });
    line.read(|line| {
        let (_from, fields) = line.fields().read();
        fields.skip().done(())
    });
}
