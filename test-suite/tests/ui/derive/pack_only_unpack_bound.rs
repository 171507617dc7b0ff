//! There is no `Unpack` to be bounded.

use packed_data::Packable;

#[derive(Packable)]
#[packable(pack_only, unpack_bound = "T: Clone")]
struct Wrapper<T>(T);

fn main() {}
