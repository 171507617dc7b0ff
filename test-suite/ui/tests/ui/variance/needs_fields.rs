//! The fields that are still to be filled are coerced between two lists that differ only in their lifetimes.

use packed_data::Compact;
use packed_data::build::NeedsFields;

fn coerce<'id>(
    fields: NeedsFields<'id, (for<'x> fn(&'x u8), ()), Compact>,
) -> NeedsFields<'id, (fn(&'static u8), ()), Compact> {
    fields
}

fn main() {}
