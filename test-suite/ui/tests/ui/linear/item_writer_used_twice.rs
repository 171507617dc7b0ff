//! A sequence is finished twice.

use packed_data::{Compact, Filled, Needs};

fn twice<'id>(needs: Needs<'id, [u8], Compact>) -> Filled<'id> {
    let items = needs.sequence(1);
    _ = items.push(|needs| needs.put(&1));
    items.done()
}

fn main() {}
