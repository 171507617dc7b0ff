//! The value of `bound` is not a bound.

use packed_data::Packable;

#[derive(Packable)]
#[packable(bound = "T is Packable")]
struct Wrapper<T>(T);

fn main() {}
