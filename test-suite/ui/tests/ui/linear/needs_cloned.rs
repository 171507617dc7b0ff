//! A place is cloned, so that two values could be written there.

use packed_data::{Compact, Filled, Needs};

fn twice<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'id> {
    _ = needs.clone().put(&1);
    needs.put(&2)
}

fn main() {}
