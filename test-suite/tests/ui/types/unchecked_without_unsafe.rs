//! Bytes are trusted without a word of it.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<bool>::from_bytes_unchecked(vec![7]);
}
