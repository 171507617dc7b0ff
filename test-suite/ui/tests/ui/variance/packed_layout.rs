//! Packed data is coerced in its layout.

use packed_data::Packed;

fn coerce(packed: Packed<u8, for<'x> fn(&'x u8)>) -> Packed<u8, fn(&'static u8)> {
    packed
}

fn main() {}
