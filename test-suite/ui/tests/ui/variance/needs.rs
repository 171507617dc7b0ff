//! A place is coerced between two types that differ only in their lifetimes.

use packed_data::{Compact, Needs};

fn coerce<'id>(needs: Needs<'id, for<'x> fn(&'x u8), Compact>) -> Needs<'id, fn(&'static u8), Compact> {
    needs
}

fn main() {}
