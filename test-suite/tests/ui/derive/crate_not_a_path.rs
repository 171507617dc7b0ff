//! The place of the library is no path.

use packed_data::Packable;

#[derive(Packable)]
#[packable(crate = "packed data")]
struct Meters(f64);

fn main() {}
