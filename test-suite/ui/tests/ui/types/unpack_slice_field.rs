//! A type has a field that cannot be unpacked, but is not declared `pack_only`.

use packed_data::Packable;

#[derive(Packable)]
struct Samples<'s> {
    samples: &'s [f32],
}

fn main() {}
