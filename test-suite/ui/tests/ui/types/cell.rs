//! Nothing says who may read the cell.

use std::cell::UnsafeCell;

use packed_data::Packable;

#[derive(Packable)]
struct Counter {
    count: UnsafeCell<u32>,
}

fn main() {}
