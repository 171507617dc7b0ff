//! A place is left empty, and no proof is returned.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<u8>::build(|_needs| ());
}
