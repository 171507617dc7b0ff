//! A key without an order.

use packed_data::Packable;
use packed_data_store::Keys;

#[derive(Debug, Packable)]
struct Place {
    floor: i8,
    room: String,
}

fn main() {
    let _ = Keys::<Place>::new();
}
