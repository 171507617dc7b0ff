//! The brand of a cursor is coerced to a shorter one.

use packed_data::{Compact, Cursor};

fn shorten<'b, 'a: 'id, 'id>(cursor: Cursor<'b, 'a, u8, Compact>) -> Cursor<'b, 'id, u8, Compact> {
    cursor
}

fn main() {}
