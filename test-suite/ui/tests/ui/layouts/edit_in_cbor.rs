//! Scalars in CBOR vary in size, so they cannot be overwritten in place.

use packed_data::{Cbor, Packed};

fn main() {
    let mut packed = Packed::<(u8, u8), Cbor>::pack(&(1, 2));
    packed.edit(|pair| pair.fields().set(7).skip().done(()));
}
