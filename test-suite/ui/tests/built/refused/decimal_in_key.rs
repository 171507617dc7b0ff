//! An element of a set that can be packed in several ways, by an adapter that says so.

use std::collections::BTreeSet;

use packed_data::with::{PackWith, With};
use packed_data::{Compact, Packed};

/// `1.0` and `1.00` are equal.
#[derive(PartialEq, Eq, PartialOrd, Ord)]
struct Decimal(i64);

enum AsPair {}

impl PackWith<Decimal> for AsPair {
    const NAME: &'static str = "decimal";
    const IS_KEY: bool = false;
    type As = (u8, i64);
    type Value<'v> = (u8, i64);

    fn pack(decimal: &Decimal) -> Result<(u8, i64), &'static str> {
        Ok((0, decimal.0))
    }

    fn unpack((_, number): (u8, i64)) -> Result<Decimal, &'static str> {
        Ok(Decimal(number))
    }
}

fn main() {
    let _ = Packed::<BTreeSet<With<Decimal, AsPair>>, Compact>::pack(&BTreeSet::new());
}
