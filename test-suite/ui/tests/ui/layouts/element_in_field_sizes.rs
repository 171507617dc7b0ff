//! The elements of a Haskell list can be reached only one after the other.

use packed_data::Packed;
use packed_data::layout::haskell::PackedDataFieldSizes;

fn main() {
    let packed = Packed::<Vec<u8>, PackedDataFieldSizes>::pack(&vec![1, 2]);
    let second = packed.view().get(1);
}
