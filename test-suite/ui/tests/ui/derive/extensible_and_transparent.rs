//! A transparent type has no bytes of its own.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent, extensible)]
struct Meters(f64);

fn main() {}
