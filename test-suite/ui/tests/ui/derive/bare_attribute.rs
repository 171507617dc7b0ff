//! An attribute without contents.

use packed_data::Packable;

#[derive(Packable)]
#[packable]
struct Meters(f64);

fn main() {}
