//! A cell could change while packed data refers to it.

use std::cell::Cell;

use packed_data::Packable;

#[derive(Packable)]
struct Counter {
    count: Cell<u32>,
}

fn main() {}
