//! A user claims that two different types are the same, without `unsafe`.

use packed_data::Packable;
use packed_data::__private::{IsSelf, Yes};

#[derive(Packable)]
struct Raw(u8);

#[derive(Packable)]
struct Flag(bool);

impl IsSelf<Raw, Flag> for Yes {
    const VALUE: bool = true;
}

fn main() {}
