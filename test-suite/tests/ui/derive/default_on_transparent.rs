//! A type that vanishes has no list of fields.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
struct Meters(#[packable(default)] f64);

fn main() {}
