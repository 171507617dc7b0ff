//! A default of one's own is the type's `Default`, not a value here.

use packed_data::Packable;

#[derive(Packable)]
struct Event(u8, #[packable(default = 7)] u64);

fn main() {}
