//! All fields are viewed, although not all are at fixed offsets.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
struct Event {
    message: String,
    time: u64,
}

fn main() {
    let event = Packed::<Event, Compact>::pack(&Event { message: "started".into(), time: 7 });
    event.view().fixed_fields();
}
