//! The type says twice how its values are packed.

use packed_data::Packable;

enum Halves {}

#[derive(Packable)]
#[packable(transparent, with = Halves)]
struct Even(u8);

fn main() {}
