//! A string is stored behind a pointer, so a struct with one is not copied whole.

use packed_data::Packable;

#[derive(Packable)]
#[packable(zerocopy)]
#[repr(C)]
struct Person {
    age: u64,
    name: String,
}

fn main() {}
