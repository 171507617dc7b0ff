//! A file is mapped without `unsafe`, although another process could change it.

use std::fs::File;

use packed_data::Compact;
use packed_data::packed::map_file;

fn main() {
    let file = File::open("numbers.packed").unwrap();
    let _packed = map_file::<Vec<u64>, Compact>(&file);
}
