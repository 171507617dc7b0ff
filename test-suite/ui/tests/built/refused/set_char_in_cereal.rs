//! A scalar is overwritten in a layout in which its size varies with its value: `Cereal` writes characters in UTF-8.

use packed_data::Packed;
use packed_data::layout::haskell::Cereal;

fn main() {
    let mut packed = Packed::<(u8, char), Cereal>::pack(&(1, 'a'));
    packed.edit(|pair| pair.fields().set(2).set('ä').done(()));
}
