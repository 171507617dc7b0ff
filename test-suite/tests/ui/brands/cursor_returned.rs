//! A cursor is what the value is read to.

use packed_data::Packed;

fn main() {
    let packed = Packed::<u64>::pack(&1);
    let _cursor = packed.read(|cursor| cursor.skip().map(|()| cursor));
}
