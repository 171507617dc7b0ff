//! A type that borrows from its bytes is used where an owned value is needed.

use packed_data::{Packable, Packed, Unpack};

#[derive(Packable)]
struct Word<'a>(&'a str);

fn load<T: for<'a> Unpack<'a>>(bytes: &[u8]) -> Result<T, Box<dyn std::error::Error>> {
    Ok(Packed::<T, packed_data::Compact, _>::from_bytes(bytes)?.unpack()?)
}

fn main() {
    let _ = load::<Word<'_>>(&[0]);
}
