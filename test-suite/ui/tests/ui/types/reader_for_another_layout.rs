//! A function for one layout is used on data in another.

use packed_data::{Compact, Cursor, Done, Indexed, Packed};

fn read<'id>(cursor: Cursor<'_, 'id, u8, Indexed>) -> Done<'id, u8, Indexed> {
    cursor.read()
}

fn main() {
    let packed = Packed::<u8, Compact>::pack(&1);
    packed.read(read);
}
