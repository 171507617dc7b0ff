//! Fields are coerced between two lists that differ only in their lifetimes.

use packed_data::Compact;
use packed_data::cursor::Fields;

fn coerce<'a, 'id>(
    fields: Fields<'a, 'id, (for<'x> fn(&'x u8), ()), Compact>,
) -> Fields<'a, 'id, (fn(&'static u8), ()), Compact> {
    fields
}

fn main() {}
