//! An `Option` is overwritten as a whole: a `None` takes fewer bytes than a `Some`.

use packed_data::Packed;

fn main() {
    let mut packed = Packed::<(Option<u16>, u8)>::pack(&(Some(1), 2));
    packed.edit(|pair| pair.fields().set(Some(7)).skip().done(()));
}
