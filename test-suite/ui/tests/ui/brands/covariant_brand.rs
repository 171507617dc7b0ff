//! A brand is coerced to a shorter one, so that two values would share it.

use packed_data::{Compact, Cursor, Done};

fn shorten<'a: 'id, 'id>(_cursor: Cursor<'_, 'id, u8, Compact>, done: Done<'a, (), Compact>) -> Done<'id, (), Compact> {
    done
}

fn main() {}
