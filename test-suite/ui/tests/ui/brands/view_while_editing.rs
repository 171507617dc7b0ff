//! A string that points into a buffer is used after the buffer was edited.

use packed_data::Packed;

fn main() {
    let mut packed = Packed::<(u8, String)>::pack(&(1, "kept".to_string()));
    let bytes = packed.as_bytes();
    packed.edit(|pair| pair.fields().set(2).skip().done(()));
    println!("{bytes:?}");
}
