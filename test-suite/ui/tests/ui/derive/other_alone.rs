//! A type with only an `other` constructor has no known constructor.

use packed_data::Packable;
use packed_data::cbor::RawBuf;

#[derive(Packable)]
enum Anything {
    #[packable(other)]
    Unknown(RawBuf),
}

fn main() {}
