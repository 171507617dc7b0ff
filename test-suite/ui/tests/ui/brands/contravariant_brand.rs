//! A brand is coerced to a longer one, so that it escapes.

use packed_data::{Compact, Done};

fn lengthen<'id>(done: Done<'id, (), Compact>) -> Done<'static, (), Compact> {
    done
}

fn main() {}
