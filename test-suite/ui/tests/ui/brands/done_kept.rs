//! A proof is stored outside the closure that made it.

use packed_data::Packed;

fn main() {
    let packed = Packed::<u64>::pack(&1);
    let mut kept = None;
    packed.read(|cursor| {
        kept = Some(cursor.skip());
        cursor.skip()
    });
}
