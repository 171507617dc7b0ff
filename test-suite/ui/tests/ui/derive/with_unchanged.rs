//! `Unchanged` for a type that cannot be packed without an adapter.

use packed_data::Packable;
use packed_data::with::Unchanged;

#[derive(Packable)]
struct Event {
    #[packable(with = Unchanged)]
    at: std::time::Instant,
}

fn main() {}
