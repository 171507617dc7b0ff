//! The proof that a place was filled is constructed by `Default`.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<u8>::build(|_needs| Default::default());
}
