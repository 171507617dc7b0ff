//! A policy that trusts takes a promise.

use packed_data_store::{AtOpen, Trusted};

fn main() {
    let _ = (AtOpen::new(), Trusted(()));
}
