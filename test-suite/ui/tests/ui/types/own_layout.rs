//! A user's type claims to be a layout.

use packed_data::Packed;

enum Mine {}

impl packed_data::layout::Native for Mine {}

fn main() {
    let _packed = Packed::<u8, Mine>::pack(&1);
}
