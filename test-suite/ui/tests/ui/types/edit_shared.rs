//! Packed data in borrowed bytes is edited.

use packed_data::{Compact, Packed};

fn edit(packed: &mut Packed<u8, Compact, &[u8]>) {
    packed.edit(|cursor| cursor.set(2));
}

fn main() {}
