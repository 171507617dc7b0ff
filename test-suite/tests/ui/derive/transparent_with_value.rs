//! An attribute without a value is given one.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent = true)]
struct Meters(f64);

fn main() {}
