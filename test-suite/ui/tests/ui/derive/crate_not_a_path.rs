//! The path of the library is not a path.

use packed_data::Packable;

#[derive(Packable)]
#[packable(crate = "packed data")]
struct Meters(f64);

fn main() {}
