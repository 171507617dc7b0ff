//! The proof for a value in one buffer is returned for a value in another.

use packed_data::Packed;

fn main() {
    let one = Packed::<u64>::pack(&1);
    let other = Packed::<u64>::pack(&2);
    one.read(|_here| {
        let mut kept = None;
        other.read(|there| {
            kept = Some(there.skip());
            there.skip()
        });
        kept.unwrap()
    });
}
