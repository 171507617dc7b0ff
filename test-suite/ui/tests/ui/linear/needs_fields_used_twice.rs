//! The fields that are still to be filled are used twice.

use packed_data::{Compact, Filled, Needs};

fn twice<'id>(needs: Needs<'id, (u8, u8), Compact>) -> Filled<'id> {
    let fields = needs.fields();
    _ = fields.put(&1);
    fields.put(&1).put(&2).done()
}

fn main() {}
