//! An extensible type in a layout in which values do not state where they end.

use packed_data::layout::haskell::Store;
use packed_data::{Packable, Packed};

#[derive(Packable)]
#[packable(extensible)]
struct Name {
    text: String,
}

fn main() {
    Packed::<Name, Store>::pack(&Name { text: "Ada".into() });
}
