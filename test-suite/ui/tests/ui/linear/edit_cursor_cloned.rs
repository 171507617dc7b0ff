//! A cursor for editing is cloned.

use packed_data::{Compact, Cursor, Edit};

fn copy<'a, 'id>(cursor: &Cursor<'a, 'id, u8, Edit<Compact>>) -> Cursor<'a, 'id, u8, Edit<Compact>> {
    Clone::clone(cursor)
}

fn main() {}
