//! Packed data of a type with a long lifetime is taken for one with a short lifetime.

use packed_data::Packed;

fn coerce<'a>(packed: Packed<&'static str>) -> Packed<&'a str> {
    packed
}

fn main() {}
