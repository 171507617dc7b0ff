//! A `pack_only` type does not implement `Unpack`, so a bound on it has no effect.

use packed_data::Packable;

#[derive(Packable)]
#[packable(pack_only, unpack_bound = "T: Clone")]
struct Wrapper<T>(T);

fn main() {}
