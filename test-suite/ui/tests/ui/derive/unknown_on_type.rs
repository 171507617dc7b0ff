//! An attribute of a type is misspelt.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparant)]
struct Meters(f64);

fn main() {}
