//! A transparent type is packed as its only field, and this one is an enum.

use packed_data::Packable;

#[derive(Packable)]
#[packable(transparent)]
enum Wrapper {
    Only(u8),
}

fn main() {}
