//! In the adapter of a tuple, a part that needs no adapter has its own type instead of `Unchanged`.

use std::time::Instant;

use packed_data::Packable;
use packed_data::with::PackWith;

enum Millis {}

impl PackWith<Instant> for Millis {
    const NAME: &'static str = "milliseconds";
    type As = u64;
    type Value<'v> = u64;

    fn pack(_: &Instant) -> Result<u64, &'static str> {
        Err("an instant has no date")
    }

    fn unpack(_: u64) -> Result<Instant, &'static str> {
        Err("an instant has no date")
    }
}

#[derive(Packable)]
struct Event {
    #[packable(with = (usize, Millis))]
    at: (usize, Instant),
}

fn main() {}
