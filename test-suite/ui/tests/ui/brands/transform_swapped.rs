//! A field is copied from one cursor into one place, but the proof is returned for the other ones.

use packed_data::{Compact, Cursor, Done, Filled, Needs};

fn crossed<'a, 'b, 'x, 'y>(
    _one: Cursor<'_, 'a, u8, Compact>,
    other: Cursor<'_, 'b, u8, Compact>,
    needs: Needs<'x, u8, Compact>,
    _other_needs: Needs<'y, u8, Compact>,
) -> Done<'a, Filled<'y>, Compact> {
    other.copy_to(needs)
}

fn main() {}
