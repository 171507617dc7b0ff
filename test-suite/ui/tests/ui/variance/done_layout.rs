//! A proof in one layout is returned for another layout.

use packed_data::{Compact, Done, Indexed};

fn coerce<'id>(done: Done<'id, (), Compact>) -> Done<'id, (), Indexed> {
    done
}

fn main() {}
