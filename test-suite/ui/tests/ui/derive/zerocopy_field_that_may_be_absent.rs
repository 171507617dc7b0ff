//! Values with a field that may be absent vary in size, so they are not copied whole.

use packed_data::Packable;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

#[derive(Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Point {
    x: f32,
    #[packable(default)]
    y: f32,
}

fn main() {}
