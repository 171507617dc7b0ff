//! Nothing is known of such a type.

use packed_data::Packable;
use packed_data::cbor::RawBuf;

#[derive(Packable)]
enum Anything {
    #[packable(other)]
    Unknown(RawBuf),
}

fn main() {}
