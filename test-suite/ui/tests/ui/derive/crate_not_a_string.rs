//! The path of the library is not a string.

use packed_data::Packable;

#[derive(Packable)]
#[packable(crate = packed_data)]
struct Meters(f64);

fn main() {}
