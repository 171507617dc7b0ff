//! A type that does not implement `PackWith`.

use packed_data::Packable;

enum Millis {}

#[derive(Packable)]
struct Event {
    title: String,
    #[packable(with = Millis)]
    at: std::time::Instant,
}

fn main() {}
