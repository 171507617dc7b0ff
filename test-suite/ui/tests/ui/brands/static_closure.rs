//! A function is declared for the brand `'static` only.

use packed_data::{Compact, Cursor, Done, Packed};

fn read(cursor: Cursor<'_, 'static, u8, Compact>) -> Done<'static, u8, Compact> {
    cursor.read()
}

fn main() {
    Packed::<u8>::pack(&1).read(read);
}
