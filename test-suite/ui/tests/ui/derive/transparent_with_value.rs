//! An attribute that takes no value has one.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent = true)]
struct Meters(f64);

fn main() {}
