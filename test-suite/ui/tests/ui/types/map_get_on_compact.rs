//! A key is looked up in a layout that must be read in order.

use std::collections::BTreeMap;

use packed_data::Packed;

fn main() {
    let ages = Packed::<BTreeMap<String, u8>>::pack(&BTreeMap::new());
    println!("{:?}", ages.view().get("Ann"));
}
