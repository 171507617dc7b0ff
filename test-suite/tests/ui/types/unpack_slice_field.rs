//! A type with a field that cannot be unpacked: `pack_only` says so.

use packed_data::Packable;

#[derive(Packable)]
struct Samples<'s> {
    samples: &'s [f32],
}

fn main() {}
