//! A user's type claims to be a layout.

use packed_data::layout::Format;
use packed_data::{Compact, Layout, Packed};

enum Mine {}

unsafe impl Layout for Mine {
    const NAME: &'static str = "Mine";
    const FORMAT: &'static Format = Compact::FORMAT;
}

fn main() {
    let _packed = Packed::<u8, Mine>::pack(&1);
}
