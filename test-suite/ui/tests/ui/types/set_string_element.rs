//! An element is overwritten that may take more bytes afterwards.

use packed_data::{Indexed, Packed};

fn main() {
    let mut words = Packed::<Vec<String>, Indexed>::pack(&vec!["to".into(), "be".into()]);
    words.view_mut().set(0, "or");
}
