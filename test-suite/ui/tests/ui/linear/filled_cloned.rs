//! The proof that a place was filled is cloned.

use packed_data::Filled;

fn copy<'id>(filled: &Filled<'id>) -> Filled<'id> {
    Clone::clone(filled)
}

fn main() {}
