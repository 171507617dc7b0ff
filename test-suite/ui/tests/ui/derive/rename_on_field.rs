//! Fields cannot be renamed: their names are not part of the bytes.

use packed_data::Packable;

#[derive(Packable)]
struct Point {
    #[packable(rename = "abscissa")]
    x: i64,
}

fn main() {}
