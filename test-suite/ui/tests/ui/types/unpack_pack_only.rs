//! A type that can only be packed is unpacked.

use packed_data::{Packable, Packed};

#[derive(Packable)]
#[packable(pack_only)]
struct Words<'a>(&'a [u16]);

fn main() {
    drop(Packed::<Words<'_>>::pack(&Words(&[1])).unpack());
}
