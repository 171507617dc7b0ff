//! Values are converted one way only.

use packed_data::Packable;

#[derive(Clone, Packable)]
#[packable(into = u8)]
struct Percent(u8);

impl From<Percent> for u8 {
    fn from(percent: Percent) -> u8 {
        percent.0
    }
}

fn main() {}
