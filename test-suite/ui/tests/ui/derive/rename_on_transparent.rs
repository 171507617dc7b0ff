//! `rename` is put on a transparent type, for which no functions are generated.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent, rename = "metres")]
struct Meters(f64);

fn main() {}
