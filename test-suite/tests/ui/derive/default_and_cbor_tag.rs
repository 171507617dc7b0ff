//! A tag before a field that may be absent.

use packed_data::Packable;

#[derive(Packable)]
struct Event(u8, #[packable(default, cbor_tag = 1)] u64);

fn main() {}
