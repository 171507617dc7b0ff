//! A field is viewed that is not at a fixed offset.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
struct Event {
    message: String,
    time: u64,
}

fn main() {
    let event = Packed::<Event, Compact>::pack(&Event { message: "started".into(), time: 7 });
    event.view().field(|event: EventNames| event.time);
}
