//! A tag must be a 64-bit number without a suffix.

use packed_data::Packable;

#[derive(Packable)]
struct Event(
    #[packable(cbor_tag = "1")] u64,
    #[packable(cbor_tag = 18446744073709551616)] u64,
    #[packable(cbor_tag = 1u8)] u64,
);

fn main() {}
