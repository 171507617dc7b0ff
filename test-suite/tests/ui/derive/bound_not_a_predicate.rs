//! What is given as a bound is none.

use packed_data::Packable;

#[derive(Packable)]
#[packable(bound = "T is Packable")]
struct Wrapper<T>(T);

fn main() {}
