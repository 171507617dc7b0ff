//! A field of another struct is read.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Person {
    name: String,
    born: u16,
}

#[derive(Packable)]
struct Ship {
    name: String,
    length: u32,
}

fn main() {
    let ann = Packed::<Person>::pack(&Person { name: "Ann".into(), born: 1990 });
    ann.read(|person| {
        let (length, end) = person.fields().skip_to(|ship: ShipNames| ship.length).read();
        end.done(length)
    });
}
