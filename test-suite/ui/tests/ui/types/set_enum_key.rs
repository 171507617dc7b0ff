//! An enum without data is overwritten where it is a key: the map would no longer be sorted.

use std::collections::BTreeMap;

use packed_data::{Indexed, Packable, Packed};

#[derive(PartialEq, Eq, PartialOrd, Ord, Packable)]
enum Color {
    Red,
    Green,
}

fn main() {
    let mut counts = Packed::<BTreeMap<Color, u8>, Indexed>::pack(&BTreeMap::from([(Color::Red, 1)]));
    for (mut color, _) in counts.view_mut().into_entries() {
        color.set(Color::Green);
    }
}
