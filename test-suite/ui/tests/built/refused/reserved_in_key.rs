//! The place of a removed field in the key of a map, deep inside it: keys that differ only there would become one.

use std::collections::BTreeMap;

use packed_data::types::Reserved;
use packed_data::{Compact, Packable, Packed};

#[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Path {
    Root,
    Below(Box<Path>, Vec<Part>),
}

#[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
struct Part {
    name: String,
    version: Reserved<u32>,
}

fn main() {
    let _ = Packed::<BTreeMap<Path, u8>, Compact>::from_slice(&[0]);
}
