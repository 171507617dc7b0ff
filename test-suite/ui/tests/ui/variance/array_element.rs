//! The elements of an array are coerced between two types that differ only in their lifetimes.

use packed_data::{Compact, cursor::Elements};

fn coerce<'a, 'id>(
    elements: Elements<'a, 'id, for<'x> fn(&'x u8), 2, Compact>,
) -> Elements<'a, 'id, fn(&'static u8), 2, Compact> {
    elements
}

fn main() {}
