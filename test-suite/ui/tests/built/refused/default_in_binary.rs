//! A type with a field that may be absent is packed in a layout that cannot detect it.

use packed_data::layout::haskell::Binary;
use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Person {
    name: String,
    #[packable(default)]
    email: Option<String>,
}

fn main() {
    let person = Person { name: "Ada".into(), email: None };
    Packed::<Person, Binary>::pack(&person);
}
