//! A generic function unpacks a value, without the bound that says so.

use packed_data::{Packable, Packed};

fn load<T: Packable>(packed: &Packed<T>) -> Option<T> {
    packed.unpack().ok()
}

fn main() {
    load(&Packed::<u8>::pack(&1));
}
