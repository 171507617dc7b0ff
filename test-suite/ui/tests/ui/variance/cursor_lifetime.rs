//! A cursor for a type with a long lifetime is coerced to one with a short lifetime.

use packed_data::{Compact, Cursor, Packable};

#[derive(Packable)]
struct Text<'t>(&'t str);

fn coerce<'b, 'id, 'a>(cursor: Cursor<'b, 'id, Text<'static>, Compact>) -> Cursor<'b, 'id, Text<'a>, Compact> {
    cursor
}

fn main() {}
