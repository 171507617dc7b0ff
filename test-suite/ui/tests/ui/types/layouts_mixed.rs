//! A value packed in one layout is copied into another.

use packed_data::{Compact, Indexed, Packed};

fn main() {
    let number = Packed::<Vec<String>, Indexed>::pack(&vec![]);
    let _packed = Packed::<Vec<String>, Compact>::build(|needs| needs.put_packed(&number));
}
