//! A user's type claims to be a layout.

use packed_data::{Layout, Packed};

enum Mine {}

unsafe impl Layout for Mine {
    const NAME: &'static str = "Mine";
}

fn main() {
    let _packed = Packed::<u8, Mine>::pack(&1);
}
