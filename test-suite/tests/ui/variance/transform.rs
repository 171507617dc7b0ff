//! What is being transformed is coerced between two lists that are equal but for their lifetimes.

use packed_data::{Compact, Transform};

fn coerce<'a, 'i, 'o>(
    transform: Transform<'a, 'i, 'o, (for<'x> fn(&'x u8), ()), Compact>,
) -> Transform<'a, 'i, 'o, (fn(&'static u8), ()), Compact> {
    transform
}

fn main() {}
