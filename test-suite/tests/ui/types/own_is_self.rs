//! One type is claimed to be another, without saying that this is unsafe.

use packed_data::Packable;
use packed_data::fold::{IsSelf, Yes};

#[derive(Packable)]
struct Raw(u8);

#[derive(Packable)]
struct Flag(bool);

impl IsSelf<Raw, Flag> for Yes {
    const VALUE: bool = true;
}

fn main() {}
