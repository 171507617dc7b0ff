//! The proof for one cursor is returned for another of the same type.

use packed_data::{Cursor, Done, Layout};

fn swapped<'x, 'y, L: Layout>(_one: Cursor<'_, 'x, u8, L>, other: Cursor<'_, 'y, u8, L>) -> Done<'x, u8, L> {
    other.read()
}

fn main() {}
