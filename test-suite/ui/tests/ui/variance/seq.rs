//! A sequence is coerced between two types of elements that differ only in their lifetimes.

use packed_data::Compact;
use packed_data::view::Seq;

fn coerce<'a>(seq: Seq<'a, for<'x> fn(&'x u8), Compact>) -> Seq<'a, fn(&'static u8), Compact> {
    seq
}

fn main() {}
