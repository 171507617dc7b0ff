//! A list of numbers is not packed like a string.

use packed_data::Packed;

fn main() {
    let packed: Packed<Vec<u8>> = Packed::pack(&vec![1, 2]);
    let _ = packed.cast::<String>();
}
