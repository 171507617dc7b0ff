//! The cases of other crates.

mod map;
mod numbers;
mod tree;

use crate::cases::{self, Cases};

/// The same groups, in the same order, as those of packed data.
pub(crate) const GROUPS: [Cases; cases::GROUPS.len()] = [
    numbers::pack_million,
    numbers::pack_ten_million,
    numbers::read,
    tree::write,
    tree::read,
    map::write,
    map::read,
    map::unpack,
    numbers::edit,
    tree::edit,
];
