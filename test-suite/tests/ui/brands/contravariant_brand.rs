//! A brand is taken for a longer one, and so escapes.

use packed_data::{Compact, Done};

fn lengthen<'id>(done: Done<'id, (), Compact>) -> Done<'static, (), Compact> {
    done
}

fn main() {}
