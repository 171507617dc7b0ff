//! A cursor is coerced between two types that differ only in their lifetimes.

use packed_data::{Compact, Cursor};

fn coerce<'a, 'id>(cursor: Cursor<'a, 'id, for<'x> fn(&'x u8), Compact>) -> Cursor<'a, 'id, fn(&'static u8), Compact> {
    cursor
}

fn main() {}
