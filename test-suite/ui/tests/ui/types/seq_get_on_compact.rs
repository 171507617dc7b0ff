//! An element of a sequence is accessed by its index, in a layout that must be read in order.

use packed_data::Packed;

fn main() {
    let words = Packed::<Vec<String>>::pack(&vec!["to".into(), "be".into()]);
    println!("{:?}", words.view().get(1));
}
