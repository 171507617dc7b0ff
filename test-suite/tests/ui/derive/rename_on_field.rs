//! Fields are not renamed: their names are no part of the bytes.

use packed_data::Packable;

#[derive(Packable)]
struct Point {
    #[packable(rename = "abscissa")]
    x: i64,
}

fn main() {}
