//! A `&[i64]` cannot point into packed bytes, which are not aligned.

use packed_data::Packed;

fn main() {
    let packed = Packed::<&[i64]>::pack(&[1, 2, 3].as_slice());
    let _numbers: &[i64] = packed.unpack().unwrap();
}
