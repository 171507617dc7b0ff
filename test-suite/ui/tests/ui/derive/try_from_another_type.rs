//! Values are converted to one type, and from another.

use packed_data::Packable;

#[derive(Clone, Packable)]
#[packable(try_from = u16, into = u8)]
struct Percent(u8);

fn main() {}
