//! A `char` is read where an `i64` is packed.

use packed_data::{Cursor, Done, Layout};

fn letter<'id, L: Layout>(pair: Cursor<'_, 'id, (i64, u8), L>) -> Done<'id, char, L> {
    let (letter, fields) = pair.fields().read();
    fields.skip().done(letter)
}

fn main() {}
