//! Bytes are validated as a type with a field that may be absent, in a layout that cannot detect it.

use packed_data::layout::haskell::Cereal;
use packed_data::{Packable, Packed};

#[derive(Packable)]
enum Event {
    Start,
    Stop(u32, #[packable(default)] Vec<u8>),
}

fn main() {
    drop(Packed::<Event, Cereal, _>::from_bytes(&[0][..]));
}
