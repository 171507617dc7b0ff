//! A field that may be absent is read as if it were present.

use packed_data::{Cbor, Cursor, Done, Packable};

#[derive(Packable)]
struct Person(u8, #[packable(default)] Vec<u8>);

fn scores<'id>(person: Cursor<'_, 'id, Person, Cbor>) -> Done<'id, usize, Cbor> {
    let (scores, end) = person.fields().skip().with(|scores| scores.read().map(|scores| scores.len()));
    end.done(scores)
}

fn main() {}
