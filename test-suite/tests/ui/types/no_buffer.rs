//! Packed data is to live in something that is no buffer.

use packed_data::{Compact, Packed};

fn main() {
    let _packed = Packed::<u8, Compact, _>::from_bytes("1");
}
