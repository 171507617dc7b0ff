//! Two places are filled, and their proofs are returned in the wrong order.

use packed_data::{Filled, Layout, Needs};

fn swapped<'x, 'y, L: Layout>(one: Needs<'x, u8, L>, other: Needs<'y, u8, L>) -> (Filled<'x>, Filled<'y>) {
    (other.put(&1), one.put(&2))
}

fn main() {}
