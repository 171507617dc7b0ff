//! The place of the library is not given as a string.

use packed_data::Packable;

#[derive(Packable)]
#[packable(crate = packed_data)]
struct Meters(f64);

fn main() {}
