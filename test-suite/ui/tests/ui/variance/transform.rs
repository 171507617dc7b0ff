//! A transform is coerced between two lists of fields that differ only in their lifetimes.

use packed_data::Compact;
use packed_data::transform::Transform;

fn coerce<'a, 'i, 'o>(
    transform: Transform<'a, 'i, 'o, (for<'x> fn(&'x u8), ()), Compact>,
) -> Transform<'a, 'i, 'o, (fn(&'static u8), ()), Compact> {
    transform
}

fn main() {}
