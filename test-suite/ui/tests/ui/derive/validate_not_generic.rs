//! A condition is tested in any layout.

use packed_data::{Compact, Packable, View};

#[derive(Packable)]
#[packable(validate = at_most_100)]
struct Percent(u8);

fn at_most_100(_: View<'_, Percent, Compact>) -> Result<(), &'static str> {
    Ok(())
}

fn main() {}
