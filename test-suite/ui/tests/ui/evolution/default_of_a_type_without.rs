//! A field may be absent only if its type has a default.

use packed_data::Packable;

#[derive(Packable)]
enum Color {
    Red,
}

#[derive(Packable)]
struct Car(u8, #[packable(default)] Color);

fn main() {}
