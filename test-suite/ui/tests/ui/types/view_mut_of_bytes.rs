//! Data in a shared buffer is to be edited by a view.

use std::sync::Arc;

use packed_data::{Compact, Packed};

fn main() {
    let bytes: Arc<[u8]> = vec![1].into();
    let mut packed = Packed::<u8, Compact, _>::from_bytes(bytes).unwrap();
    packed.view_mut().set(2);
}
