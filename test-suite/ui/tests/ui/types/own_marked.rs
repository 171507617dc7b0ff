//! The field that a marker denotes is defined twice, so that two folds would find different fields.

use packed_data::fold::{Marked, Rec};
use packed_data::Packable;

#[derive(Packable)]
struct Mine(u8);

impl Marked for Rec<Mine> {
    type Field = String;
}

fn main() {}
