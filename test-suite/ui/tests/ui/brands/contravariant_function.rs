//! A function that takes a proof of any longer brand is used for a shorter one.

use packed_data::{Compact, Done};

fn widen<'a: 'id, 'id>(f: fn(Done<'id, (), Compact>)) -> fn(Done<'a, (), Compact>) {
    f
}

fn main() {}
