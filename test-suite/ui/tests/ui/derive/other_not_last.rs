//! The `other` constructor must be the last: later ones would get the tag of an existing constructor.

use packed_data::Packable;
use packed_data::cbor::RawBuf;

#[derive(Packable)]
enum Shape {
    Circle(f64),
    #[packable(other)]
    Unknown(RawBuf),
    Square(f64),
}

fn main() {}
