//! There is nothing to copy.

use packed_data::Packable;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

#[derive(Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(C)]
struct Unit;

fn main() {}
