//! Packed data in an exclusively borrowed buffer is cloned.

use packed_data::{Compact, Packed};

fn copy<'a>(packed: &Packed<u8, Compact, &'a mut [u8]>) -> Packed<u8, Compact, &'a mut [u8]> {
    Clone::clone(packed)
}

fn main() {}
