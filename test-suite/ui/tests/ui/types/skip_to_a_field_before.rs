//! A field is read that comes before one that was read already.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Person {
    name: String,
    born: u16,
    height: u8,
}

fn main() {
    let ann = Packed::<Person>::pack(&Person { name: "Ann".into(), born: 1990, height: 170 });
    ann.read(|person| {
        let (height, fields) = person.fields().skip_to(|person: PersonNames| person.height).read();
        let (born, fields) = fields.skip_to(|person: PersonNames| person.born).read();
        fields.skip_rest().done((height, born))
    });
}
