//! Packed data of a type with a long lifetime is coerced to one with a short lifetime.

use packed_data::Packed;

fn coerce<'a>(packed: Packed<&'static str>) -> Packed<&'a str> {
    packed
}

fn main() {}
