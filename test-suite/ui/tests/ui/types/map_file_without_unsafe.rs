//! A file is mapped without `unsafe`, although another process could change it.

use std::fs::File;

use packed_data::{Compact, Packed};

fn main() {
    let file = File::open("numbers.packed").unwrap();
    let _packed = Packed::<Vec<u64>, Compact, _>::map_file(&file);
}
