//! An element of a packed sequence is sought as that of a slice.

use packed_data::{Indexed, Packable, Packed};

#[derive(Packable)]
struct Item(u8, String);

fn main() {
    let items = Packed::<Vec<Item>, Indexed>::pack(&vec![Item(1, String::new())]);
    let _item = items.view()[0];
}
