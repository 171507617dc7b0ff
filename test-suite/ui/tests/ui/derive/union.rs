//! A union does not say which of its fields is valid.

use packed_data::Packable;

#[derive(Packable)]
union Number {
    integer: u32,
    float: f32,
}

fn main() {}
