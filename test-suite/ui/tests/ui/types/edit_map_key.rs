//! The key of a map is overwritten: the map would no longer be sorted.

use std::collections::BTreeMap;

use packed_data::Packed;

fn main() {
    let mut ages = Packed::<BTreeMap<u32, u8>>::pack(&BTreeMap::from([(1, 2)]));
    ages.edit(|map| {
        let mut entries = map.items();
        entries.next(|entry| entry.fields().set(7).skip().done(()));
        entries.done(())
    });
}
