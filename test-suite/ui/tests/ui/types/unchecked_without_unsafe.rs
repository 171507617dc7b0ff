//! Bytes are used without a check and without `unsafe`.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<bool>::from_bytes_unchecked(vec![7]);
}
