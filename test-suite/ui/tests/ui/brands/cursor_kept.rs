//! A cursor is stored outside the closure that receives it.

use packed_data::Packed;

fn main() {
    let packed = Packed::<u64>::pack(&1);
    let mut kept = None;
    packed.read(|cursor| {
        kept = Some(cursor);
        cursor.skip()
    });
}
