//! An adapter is a type, without quotes.

use packed_data::Packable;

#[derive(Packable)]
struct Event {
    #[packable(with = "Millis")]
    at: std::time::Instant,
}

fn main() {}
