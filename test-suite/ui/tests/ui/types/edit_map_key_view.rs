//! The key of a map is overwritten through a view.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packed};

fn main() {
    let mut ages = Packed::<BTreeMap<u32, u8>, Indexed>::pack(&BTreeMap::from([(1, 2)]));
    for (mut key, _age) in ages.view_mut().into_entries().into_iter() {
        key.set(7);
    }
}
