//! Pointers have no meaning in another process.

use packed_data::Packed;

fn main() {
    let _packed = Packed::<*const u8>::pack(&std::ptr::null());
}
