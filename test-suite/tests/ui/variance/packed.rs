//! Packed data is coerced between two types that are equal but for their lifetimes: their implementations
//! may differ, and what is a valid value of one need not be one of the other.

use packed_data::Packed;

fn coerce(packed: Packed<for<'x> fn(&'x u8)>) -> Packed<fn(&'static u8)> {
    packed
}

fn main() {}
