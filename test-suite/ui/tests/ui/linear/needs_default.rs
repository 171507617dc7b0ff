//! A place is constructed by `Default`.

use packed_data::{Compact, Needs};

fn main() {
    let _needs: Needs<'_, u8, Compact> = Default::default();
}
