//! A second field is read from a value that has only one.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
struct Meters(f64);

fn read<'id, L: Layout>(meters: Cursor<'_, 'id, Meters, L>) -> Done<'id, f64, L> {
    let (value, fields) = meters.fields().read();
    let (_more, fields) = fields.read();
    fields.done(value)
}

fn main() {}
