//! A transparent type has no list of fields, so its field cannot be absent.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
struct Meters(#[packable(default)] f64);

fn main() {}
