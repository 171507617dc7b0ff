//! A struct is sought in a map whose keys are another type.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packable, Packed};

#[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Name(String);

#[derive(Packable)]
struct Number(u8);

fn main() {
    let ages = Packed::<BTreeMap<Name, u8>, Indexed>::pack(&BTreeMap::new());
    println!("{:?}", ages.view().get(&Number(7)));
}
