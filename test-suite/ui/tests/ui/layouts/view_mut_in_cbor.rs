//! A value in CBOR is to be edited by a view, but its numbers have no fixed width.

use packed_data::{Cbor, Packed};

fn main() {
    let mut packed = Packed::<(u8, u8), Cbor>::pack(&(1, 2));
    packed.view_mut();
}
