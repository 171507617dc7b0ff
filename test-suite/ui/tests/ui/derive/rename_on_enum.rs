//! `rename` is put on an enum: it is its constructors for which functions are generated.

use packed_data::Packable;

#[derive(Packable)]
#[packable(rename = "light")]
enum Lamp {
    On,
    Off,
}

fn main() {}
