//! A transparent type stands for its only field, and this one has two.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
struct Point(i64, i64);

fn main() {}
