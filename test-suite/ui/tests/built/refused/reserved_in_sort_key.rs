//! The place of a removed field in a value whose sort key is the key of a store.

use packed_data::types::Reserved;
use packed_data::{Compact, Packed};

fn main() {
    let _ = Packed::<(u8, Reserved<u8>), Compact>::pack(&(1, Reserved::new())).sort_key();
}
