//! A field that may be absent cannot be read as the tail.

use packed_data::{Cbor, Cursor, Done, Packable};

#[derive(Packable)]
struct Person(u8, #[packable(default)] String);

fn name<'id>(person: Cursor<'_, 'id, Person, Cbor>) -> Done<'id, usize, Cbor> {
    person.fields().skip().tail().read().map(str::len)
}

fn main() {}
