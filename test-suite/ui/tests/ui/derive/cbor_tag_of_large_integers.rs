//! The tags of bignums cannot be used for fields.

use packed_data::Packable;

#[derive(Packable)]
struct Large {
    #[packable(cbor_tag = 2)] bytes: Vec<u8>,
    #[packable(cbor_tag = 0x3)] negative: i64,
    #[packable(cbor_tag = 4)] pair: (i8, i8),
}

fn main() {}
