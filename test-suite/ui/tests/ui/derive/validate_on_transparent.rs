//! A transparent type has no values of its own.

use packed_data::{Layout, Packable, View};

#[derive(Packable)]
#[packable(transparent, validate = at_most_100)]
struct Percent(u8);

fn at_most_100<L: Layout>(_: View<'_, Percent, L>) -> Result<(), &'static str> {
    Ok(())
}

fn main() {}
