//! A value in one layout is copied into another layout.

use packed_data::haskell::{Cereal, Store};
use packed_data::{Packed, Needs, Filled};

fn copy<'id>(packed: &Packed<u64, Store>, needs: Needs<'id, u64, Cereal>) -> Filled<'id> {
    needs.put_packed(packed)
}

fn main() {}
