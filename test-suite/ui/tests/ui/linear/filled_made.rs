//! The proof that a place was filled is constructed by hand.

use packed_data::{Filled, Packed};

fn main() {
    let _packed = Packed::<u8>::build(|_needs| Filled { brand: std::marker::PhantomData });
}
