//! A struct is matched as if it were an enum.

use packed_data::{Cursor, Done, Layout, Packable};

#[derive(Packable)]
struct Point {
    x: i64,
    y: i64,
}

fn read<'id, L: Layout>(point: Cursor<'_, 'id, Point, L>) -> Done<'id, (), L> {
    point.case()
}

fn main() {}
