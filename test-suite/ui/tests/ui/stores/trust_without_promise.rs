//! A policy that trusts takes a promise.

use packed_data_store::AtOpen;

fn main() {
    let _ = AtOpen::new();
}
