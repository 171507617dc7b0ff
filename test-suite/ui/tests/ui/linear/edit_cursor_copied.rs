//! A cursor for editing is used twice.

use packed_data::Packed;

fn main() {
    let mut packed = Packed::<u8>::pack(&1);
    packed.edit(|cursor| {
        _ = cursor.set(2);
        cursor.set(3)
    });
}
