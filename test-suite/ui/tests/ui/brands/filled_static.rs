//! The proof that a place was filled is returned with the brand `'static`.

use packed_data::{Compact, Filled, Needs};

fn lengthen<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'static> {
    needs.put(&1)
}

fn main() {}
