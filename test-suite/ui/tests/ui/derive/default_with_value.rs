//! The default is given by a function, not as such.

use packed_data::Packable;

#[derive(Packable)]
struct Event(u8, #[packable(default = 7)] u64);

fn main() {}
