//! A number is looked up in a map whose keys are strings.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packed};

fn main() {
    let ages = Packed::<BTreeMap<String, u8>, Indexed>::pack(&BTreeMap::new());
    println!("{:?}", ages.view().get(&7u8));
}
