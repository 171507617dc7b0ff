//! A transparent type is packed as its only field, and this one has none.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
struct Unit;

fn main() {}
