//! A user's type claims to be a buffer, without `unsafe`.

use packed_data::packed::Buffer;

struct Mine;

impl Buffer for Mine {
    fn as_bytes(&self) -> &[u8] {
        &[]
    }
}

fn main() {}
