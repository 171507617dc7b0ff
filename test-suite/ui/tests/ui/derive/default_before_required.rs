//! A field that may be absent is before one that must be present.

use packed_data::Packable;

#[derive(Packable)]
struct Person {
    name: String,
    #[packable(default)]
    email: Option<String>,
    age: u8,
}

fn main() {}
