//! A string is overwritten in place, but a new one may need more bytes or fewer.

use packed_data::Packed;

fn main() {
    let mut packed = Packed::<(u8, String)>::pack(&(1, "one".into()));
    packed.edit(|pair| pair.fields().set(2).set("two").done(()));
}
