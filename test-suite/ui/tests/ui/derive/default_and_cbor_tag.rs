//! A field that may be absent also has a tag.

use packed_data::Packable;

#[derive(Packable)]
struct Event(u8, #[packable(default, cbor_tag = 1)] u64);

fn main() {}
