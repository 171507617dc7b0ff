//! The proof that one buffer was filled is returned for another.

use packed_data::Packed;

fn main() {
    let _outer = Packed::<u8>::build(|outer| {
        let mut kept = None;
        let _inner = Packed::<u8>::build(|inner| {
            kept = Some(inner.put(&1));
            outer.put(&2)
        });
        kept.unwrap()
    });
}
