//! A transparent type is packed as its only field, and this one has two.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
struct Point(i64, i64);

fn main() {}
