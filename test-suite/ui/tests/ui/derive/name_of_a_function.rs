//! A constructor with the name of a generated function would hide it.

use packed_data::Packable;

#[derive(Packable)]
#[allow(non_camel_case_types)]
enum Steps {
    Leaf(u8),
    start_leaf(u8),
    write_leaf,
}

fn main() {}
