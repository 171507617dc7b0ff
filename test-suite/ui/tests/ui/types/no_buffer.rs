//! The bytes of packed data are in a type that is not a buffer.

use packed_data::{Compact, Packed};

fn main() {
    let _packed = Packed::<u8, Compact, _>::from_bytes("1");
}
