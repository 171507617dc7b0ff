//! The elements of a value that was not validated are coerced between two types that differ only in their lifetimes.

use packed_data::Indexed;
use packed_data::view::LazyIter;

fn coerce<'a>(iter: LazyIter<'a, for<'x> fn(&'x u8), Indexed>) -> LazyIter<'a, fn(&'static u8), Indexed> {
    iter
}

fn main() {}
