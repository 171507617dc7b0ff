//! A value in one layout is copied into another layout.

use packed_data::layout::haskell::{Cereal, Store};
use packed_data::{Filled, Needs, Packed};

fn copy<'id>(packed: &Packed<u64, Store>, needs: Needs<'id, u64, Cereal>) -> Filled<'id> {
    needs.put_packed(packed)
}

fn main() {}
