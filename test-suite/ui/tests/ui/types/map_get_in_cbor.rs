//! A key is looked up in CBOR, which must be read in order.

use std::collections::BTreeMap;

use packed_data::{Cbor, Packed};

fn main() {
    let ages = Packed::<BTreeMap<String, u8>, Cbor>::pack(&BTreeMap::new());
    println!("{:?}", ages.view().get("Ann"));
}
