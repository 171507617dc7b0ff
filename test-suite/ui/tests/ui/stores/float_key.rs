//! A float has no total order, so it cannot be a key.

use packed_data_store::Keys;

fn main() {
    let _ = Keys::<(u32, f64)>::new();
}
