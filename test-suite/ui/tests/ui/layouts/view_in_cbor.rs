//! Fields in CBOR can be reached only one after the other, so they have no views.

use packed_data::{Cbor, Packable, Packed};

#[derive(Packable)]
struct Pair(u8, u8);

fn main() {
    let packed = Packed::<Pair, Cbor>::pack(&Pair(1, 2));
    let second = packed.view().fields().1;
}
