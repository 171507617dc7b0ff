//! A field is read that the struct does not have.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Person {
    name: String,
    born: u16,
}

fn main() {
    let ann = Packed::<Person>::pack(&Person { name: "Ann".into(), born: 1990 });
    ann.read(|person| {
        let (age, end) = person.fields().skip_to(|person: PersonNames| person.age).read();
        end.done(age)
    });
}
