//! The default is always the type's `Default`; the attribute takes no value.

use packed_data::Packable;

#[derive(Packable)]
struct Event(u8, #[packable(default = 7)] u64);

fn main() {}
