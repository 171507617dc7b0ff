//! The fields that are still to be filled are cloned.

use packed_data::Compact;
use packed_data::build::NeedsFields;

fn copy<'id>(fields: &NeedsFields<'id, (u8, ()), Compact>) -> NeedsFields<'id, (u8, ()), Compact> {
    Clone::clone(fields)
}

fn main() {}
