//! A place is left empty, and nothing is given back.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<u8>::build(|_needs| ());
}
