//! An attribute is repeated, in one list and in two.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent, transparent)]
struct Meters(f64);

#[derive(Packable)]
#[packable(view = "One")]
#[packable(view = "Other")]
enum Choice {
    Only,
}

fn main() {}
