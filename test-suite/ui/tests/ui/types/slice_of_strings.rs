//! Only types that are copied whole are borrowed as slices.

use packed_data::Packed;

fn names(packed: &Packed<Vec<String>>) -> Option<&[String]> {
    packed.view().as_slice()
}

fn main() {}
