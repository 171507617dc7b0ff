//! The closure of a read returns its cursor as the result.

use packed_data::Packed;

fn main() {
    let packed = Packed::<u64>::pack(&1);
    let _cursor = packed.read(|cursor| cursor.skip().map(|()| cursor));
}
