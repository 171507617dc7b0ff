//! A view is coerced between two types that differ only in their lifetimes.

use packed_data::{Compact, View};

fn coerce<'a>(view: View<'a, for<'x> fn(&'x u8), Compact>) -> View<'a, fn(&'static u8), Compact> {
    view
}

fn main() {}
