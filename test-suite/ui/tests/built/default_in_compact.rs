//! A type with a field that may be absent, in the layout that can detect it.

use packed_data::{Compact, Packable, Packed};

#[derive(Debug, PartialEq, Packable)]
struct Person {
    name: String,
    #[packable(default)]
    email: Option<String>,
}

pub(crate) fn main() {
    let person = Person { name: "Ada".into(), email: None };
    assert_eq!(Packed::<Person, Compact>::pack(&person).unpack().as_ref(), Ok(&person));
}
