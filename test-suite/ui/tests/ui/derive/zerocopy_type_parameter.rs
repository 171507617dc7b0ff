//! Where the fields of a generic type are in memory is not known.

use packed_data::Packable;
use zerocopy::{FromBytes, Immutable, IntoBytes, KnownLayout};

#[derive(Packable, FromBytes, Immutable, IntoBytes, KnownLayout)]
#[packable(zerocopy)]
#[repr(transparent)]
struct Wrapper<T> {
    value: T,
}

fn main() {}
