//! A field is sought in a view itself.

use packed_data::{Packable, Packed};

#[derive(Packable)]
struct Size {
    w: u32,
    h: u32,
}

fn main() {
    let size = Packed::<Size>::pack(&Size { w: 1, h: 2 });
    let _w = size.view().w;
}
