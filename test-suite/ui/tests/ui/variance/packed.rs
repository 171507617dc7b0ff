//! Packed data is coerced between two types that differ only in their lifetimes. Their implementations may differ,
//! so a valid value of one type need not be a valid value of the other.

use packed_data::Packed;

fn coerce(packed: Packed<for<'x> fn(&'x u8)>) -> Packed<fn(&'static u8)> {
    packed
}

fn main() {}
