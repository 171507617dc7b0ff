//! The elements of a list of Haskell are walked to.

use packed_data::Packed;
use packed_data::haskell::PackedDataFieldSizes;

fn main() {
    let packed = Packed::<Vec<u8>, PackedDataFieldSizes>::pack(&vec![1, 2]);
    let second = packed.view().get(1);
}
