//! Data is packed in `Edit<L>`, which is a way to access bytes and not a layout.

use packed_data::{Compact, Edit, Packed};

fn main() {
    let _packed = Packed::<u8, Edit<Compact>>::pack(&1);
}
