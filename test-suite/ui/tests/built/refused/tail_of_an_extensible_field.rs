//! An extensible value ends where its head says, not where its own last field ends.

use packed_data::{Compact, Packable, Packed};

#[derive(Packable)]
#[packable(extensible)]
struct Name {
    text: String,
}

#[derive(Packable)]
struct Person {
    age: u8,
    name: Name,
}

fn main() {
    let person = Packed::<Person, Compact>::pack(&Person { age: 1, name: Name { text: "Ada".into() } });
    person.read(|person| person.fields().skip().tail().skip());
}
