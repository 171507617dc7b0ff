//! The proof that a place was filled is given back with a brand of `'static`.

use packed_data::{Compact, Filled, Needs};

fn lengthen<'id>(needs: Needs<'id, u8, Compact>) -> Filled<'static> {
    needs.put(&1)
}

fn main() {}
