//! A struct with padding has bytes that are not initialised, so it is not copied whole.

use packed_data::Packable;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

#[derive(Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Padded {
    small: u8,
    large: u32,
}

fn main() {}
