//! A place is filled twice.

use packed_data::{Compact, Filled, Needs};

fn twice<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'id> {
    _ = needs.put(&1);
    needs.put(&2)
}

fn main() {}
