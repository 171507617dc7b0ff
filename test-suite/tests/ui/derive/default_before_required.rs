//! A field that may be absent stands before one that may not.

use packed_data::Packable;

#[derive(Packable)]
struct Person {
    name: String,
    #[packable(default)]
    email: Option<String>,
    age: u8,
}

fn main() {}
