//! Functions are not data.

use packed_data::Packable;

#[derive(Packable)]
struct Button {
    on_click: fn(u8),
}

fn main() {}
