//! The place of a scalar is cloned.

use packed_data::Compact;
use packed_data::view::ScalarMut;

fn copy<'a>(scalar: &ScalarMut<'a, i64, Compact>) -> ScalarMut<'a, i64, Compact> {
    Clone::clone(scalar)
}

fn main() {}
