//! Several mistakes in one list are all reported.

use packed_data::Packable;

#[derive(Packable)]
#[packable(leaf, rename, case = "Which Tree", crate = "packed data")]
struct Meters(f64);

fn main() {}
