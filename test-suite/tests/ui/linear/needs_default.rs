//! A place is made from nothing.

use packed_data::{Compact, Needs};

fn main() {
    let _needs: Needs<'_, u8, Compact> = Default::default();
}
