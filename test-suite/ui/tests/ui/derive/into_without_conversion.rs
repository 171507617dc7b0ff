//! There is no conversion.

use packed_data::Packable;

#[derive(Clone, Packable)]
#[packable(try_from = u8, into = u8)]
struct Percent(u8);

fn main() {}
